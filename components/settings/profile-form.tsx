"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { type Failure, FormFailure, failureOf } from "@/components/shared/form/form-failure";
import { useEarlyForm } from "@/components/shared/form/use-early-form";
import { UNREACHABLE } from "@/components/shared/load-error";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { isSignedOut, RequestError, sendJson, serverMessage } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { CardContent, CardFooter } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type ProfileForm as Form, profileFormSchema } from "@/lib/accounts/profile/schema";
import type { Role } from "@/lib/accounts/sessions/schema";
import { EMAIL_FIXED, profileMessages } from "@/lib/accounts/values";
import { roleSettings } from "./role-settings";

interface ProfileFormProps {
  role: Role;
  account: { name: string; email: string };
}

export function ProfileForm({ role, account }: ProfileFormProps) {
  const { nameLabel, profile, missing } = roleSettings[role];
  const { showBanner } = useBanner();
  const router = useRouter();
  const [signedOut, setSignedOut] = useState<Failure | null>(null);
  const [saved, setSaved] = useState(account.name);
  const form = useForm({ resolver: zodResolver(profileFormSchema(role)), defaultValues: { name: account.name } });
  const { errors, isSubmitting } = form.formState;
  const early = useEarlyForm(form, save);
  const [typed, setTyped] = useState(account.name);
  // The form knows what was typed before hydration, but doesn't report it to watchers.
  const readTyped = useEffectEvent(() => setTyped(form.getValues("name")));
  useEffect(() => readTyped(), []);

  function show(name: string) {
    form.setValue("name", name);
    setTyped(name);
  }

  function showFailure(error: unknown) {
    const wrong = error instanceof RequestError ? error.fields[profile.nameField] : undefined;
    const message = serverMessage(error, "Failed to update profile", { ...UNREACHABLE, 401: missing });
    if (wrong) form.setError("name", { message: wrong }, { shouldFocus: true });
    else if (isSignedOut(error)) setSignedOut(failureOf(error, message));
    else showBanner({ tone: "error", message, timeout: NOTICE_MS });
  }

  async function save({ name }: Form) {
    setSignedOut(null);
    if (name === saved) {
      show(name);
      showBanner({ tone: "info", message: profileMessages.unchanged, timeout: NOTICE_MS });
      return;
    }
    const body = { [profile.nameField]: name, ...(profile.withEmail ? { email: account.email } : {}) };
    try {
      await sendJson("PUT", profile.path, body);
      showBanner({ tone: "success", message: profileMessages.changed });
    } catch (error) {
      showFailure(error);
      return;
    }
    setSaved(name);
    show(name);
    router.refresh();
  }

  return (
    <form {...early}>
      <CardContent className="grid gap-5">
        <Field label={nameLabel} error={errors.name?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register("name", { onChange: ({ target }) => setTyped(target.value) })}
              defaultValue={account.name}
              autoComplete="name"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="Email" hint={EMAIL_FIXED}>
          {(control) => <Input {...control} type="email" value={account.email} readOnly autoComplete="off" className="text-ink-muted" />}
        </Field>
        {signedOut ? <FormFailure failure={signedOut} /> : null}
      </CardContent>
      <CardFooter>
        <Button type="submit" disabled={typed === saved} busy={isSubmitting}>
          {isSubmitting ? "Saving..." : "Save Changes"}
        </Button>
      </CardFooter>
    </form>
  );
}
