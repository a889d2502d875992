"use client";

import { useCallback, useEffect, useEffectEvent, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useEarlyForm } from "@/components/shared/form/use-early-form";
import { isSignedOut, RequestError, sendJson } from "@/components/shared/request-json";
import { codeFields, methodNames } from "@/components/sign-in/factors/factor-texts";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { FactorCodeInput, SecondFactorMethod } from "@/lib/accounts/second-factors/schema";
import { lateRules } from "./late-rules";
import { PasskeySignIn } from "./passkey-sign-in";
import { authErrorMessage, FormNotice, ViewHeading } from "./view-parts";

const resolver = lateRules(({ codeRules }) => codeRules);

const TITLE = "Two-step verification";

interface CodeFormProps {
  kind: keyof typeof codeFields;
  next: string;
  onExpired: (message: string) => void;
}

function CodeForm({ kind, next, onExpired }: CodeFormProps) {
  const [failure, setFailure] = useState("");
  const clearFailure = useCallback(() => setFailure(""), []);
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useForm({ resolver, defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const early = useEarlyForm(form, enter);
  const isBusy = isSubmitting || isLeaving;
  const heading = useId();
  const { label, hint, input } = codeFields[kind];

  const focusCode = useEffectEvent(() => form.setFocus("code"));
  useEffect(() => focusCode(), []);

  async function enter(typed: FactorCodeInput) {
    setFailure("");
    try {
      await sendJson("POST", "/api/auth/second-factor", typed);
      setIsLeaving(true);
      window.location.assign(next);
    } catch (error) {
      const wrong = error instanceof RequestError ? error.fields["code"] : undefined;
      if (wrong) form.setError("code", { message: wrong }, { shouldFocus: true });
      else if (isSignedOut(error)) onExpired(authErrorMessage(error, navigator.onLine));
      else setFailure(authErrorMessage(error, navigator.onLine));
    }
  }

  return (
    <>
      <ViewHeading id={heading}>{TITLE}</ViewHeading>
      <form {...early} aria-labelledby={heading} className="mt-7 grid gap-5">
        <Field label={label} hint={hint} error={errors.code?.message}>
          {(control) => <Input {...control} {...input} {...form.register("code")} spellCheck={false} className="h-11 font-mono" />}
        </Field>
        <Button type="submit" size="large" busy={isBusy} className="mt-1 w-full">
          {isBusy ? "Signing In..." : "Continue"}
        </Button>
        {failure ? <FormNotice onDismiss={clearFailure}>{failure}</FormNotice> : null}
      </form>
    </>
  );
}

export interface SecondStepProps {
  /** What the account has. */
  methods: readonly SecondFactorMethod[];
  next: string;
  /** Leads back to the first step. @param message why */
  onBack: (message?: string) => void;
}

/** The second step of the sign-in, after the password. */
export function SecondStep({ methods, next, onBack }: SecondStepProps) {
  const [method, setMethod] = useState<SecondFactorMethod>(methods[0] ?? "recovery-code");
  return (
    <>
      {method === "passkey" ? (
        <>
          <ViewHeading takesFocus>{TITLE}</ViewHeading>
          <PasskeySignIn next={next} />
        </>
      ) : (
        <CodeForm key={method} kind={method} next={next} onExpired={onBack} />
      )}
      <div className="mt-7 grid justify-items-center gap-4">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="link" size="inline" className="whitespace-normal" onClick={() => setMethod(other)}>
              {`Use ${methodNames[other]} instead`}
            </Button>
          ))}
        <Button variant="link" size="inline" onClick={() => onBack()}>
          Back to Login
        </Button>
      </div>
    </>
  );
}
