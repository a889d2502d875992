"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { countOf } from "@/components/shared/count-of";
import { FormFailure, formFailure, showServerError } from "@/components/shared/form/form-failure";
import { PasswordInput } from "@/components/shared/form/password-input";
import { midnightOf } from "@/components/shared/form/reader-day";
import { DiscardQuestion, useLeaveQuestion } from "@/components/shared/form/use-leave-question";
import { UNREACHABLE } from "@/components/shared/load-error";
import { sendJson, serverMessage } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { replacementPasswordSchema } from "@/lib/accounts/schema";
import { NEW_PASSWORD_MIN } from "@/lib/accounts/values";
import {
  type CreatedShareLink,
  createdShareLinkSchema,
  createShareLinkSchema,
  type ShareLinkPolicy,
  shareLabelSchema,
} from "@/lib/projects/share-links/schema";
import { SHARE_LINKS_PATH } from "@/lib/projects/share-links/values";
import { NEEDS_HTTPS } from "./created-link";

/** Fields have the names of the call, so that its errors find them. */
const formSchema = z.object({
  label: shareLabelSchema,
  /** A day, which ends in the browser's time zone. */
  expiresAt: z.string().transform((day, context) => {
    if (day === "") return null;
    const end = midnightOf(day, 1);
    if (end && end.getTime() > Date.now()) return end.toISOString();
    context.addIssue({ code: "custom", message: "Choose today or a later day." });
    return z.NEVER;
  }),
  password: replacementPasswordSchema,
  frameOrigins: z.string().transform((text, context) => {
    const sites = createShareLinkSchema.shape.frameOrigins.safeParse(text.split(/[\s,]+/).filter(Boolean));
    if (sites.success) return sites.data;
    context.addIssue({ code: "custom", message: sites.error.issues[0]?.message ?? "" });
    return z.NEVER;
  }),
});

function endHint({ needEnd, mostDays }: ShareLinkPolicy): string {
  if (mostDays !== null) return `Within the next ${countOf(mostDays, ["day", "days"])}.`;
  return needEnd ? "Links of this server need one." : "Leave it empty for a link that does not expire.";
}

function passwordHint({ needPassword }: ShareLinkPolicy): string {
  return `At least ${NEW_PASSWORD_MIN} characters.${needPassword ? " Links of this server need one." : " Leave it empty for none."}`;
}

const empty = { label: "", expiresAt: "", password: "", frameOrigins: "" };

interface NewLinkFormProps {
  projectId: string;
  policy: ShareLinkPolicy;
  canBeFramed: boolean;
  onCreated: (created: CreatedShareLink) => void;
}

export function NewLinkForm({ projectId, policy, canBeFramed, onCreated }: NewLinkFormProps) {
  const form = useForm<z.input<typeof formSchema>, unknown, z.output<typeof formSchema>>({
    resolver: zodResolver(formSchema),
    defaultValues: empty,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const question = useLeaveQuestion(isDirty);
  const failure = formFailure(errors);

  const onSubmit = form.handleSubmit(async (values) => {
    try {
      const created = parseAnswer(createdShareLinkSchema, await sendJson("POST", SHARE_LINKS_PATH, { projectId, ...values }));
      form.reset(empty);
      onCreated(created);
    } catch (error) {
      showServerError(form, error, serverMessage(error, "Failed to create the link", UNREACHABLE));
    }
  });

  return (
    <form noValidate method="post" onSubmit={onSubmit} className="grid items-start gap-4 sm:grid-cols-2">
      <Field label="Label" hint="To tell links apart. Visitors don't see it." error={errors.label?.message} className="sm:col-span-2">
        {(control) => <Input {...control} {...form.register("label")} autoComplete="off" />}
      </Field>
      <Field label="Last day" required={policy.needEnd} hint={endHint(policy)} error={errors.expiresAt?.message}>
        {(control) => <Input {...control} {...form.register("expiresAt")} type="date" />}
      </Field>
      <Field label="Password" required={policy.needPassword} hint={passwordHint(policy)} error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...form.register("password")} autoComplete="new-password" />}
      </Field>
      <Field
        label="Sites that may embed the map"
        hint={canBeFramed ? "One address a line, such as https://www.example.org. Leave it empty for none." : NEEDS_HTTPS}
        error={errors.frameOrigins?.message}
        className="sm:col-span-2"
      >
        {(control) => <Textarea {...control} {...form.register("frameOrigins")} rows={2} spellCheck={false} autoCapitalize="none" />}
      </Field>
      {failure ? <FormFailure failure={failure} className="sm:col-span-2" /> : null}
      <Button type="submit" busy={isSubmitting} className="justify-self-start">
        {isSubmitting ? "Creating..." : "Create Link"}
      </Button>
      <DiscardQuestion question={question}>The link has not been created.</DiscardQuestion>
    </form>
  );
}
