"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { KeyRound, Link, Mail } from "lucide-react";
import { useId } from "react";
import { type DefaultValues, type FieldValues, type UseFormRegisterReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { ChoiceCard } from "@/components/shared/form/choice-card";
import { formFailure, showServerError } from "@/components/shared/form/form-failure";
import { PasswordInput } from "@/components/shared/form/password-input";
import { isGone } from "@/components/shared/load-error";
import { sendJson } from "@/components/shared/request-json";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { INVITATION_HOURS } from "@/lib/accounts/invitations/values";
import { NEW_PASSWORD_MIN } from "@/lib/accounts/values";

interface PersonForm<Input extends FieldValues, Output> {
  schema: z.ZodType<Output, Input>;
  defaultValues: DefaultValues<Input>;
  values?: Input;
  path: string;
  id: string | undefined;
  failedToSave: string;
  /** @param answer of the call */
  onSaved: (input: Output, answer: unknown) => void;
  onGone: () => void;
  onRefused?: (input: Output) => void;
}

export function usePersonForm<Input extends FieldValues, Output>({
  schema,
  defaultValues,
  values,
  path,
  id,
  failedToSave,
  onSaved,
  onGone,
  onRefused,
}: PersonForm<Input, Output>) {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    values,
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const onSubmit = form.handleSubmit(async (input) => {
    let answer: unknown;
    try {
      answer = await (id ? sendJson("PUT", `${path}/edit/${id}`, input) : sendJson("POST", `${path}/create`, input));
    } catch (error) {
      showServerError(form, error, failedToSave);
      onRefused?.(input);
      if (isGone(error)) onGone();
      return;
    }
    onSaved(input, answer);
  });
  const dialog = { isSaving: isSubmitting, isChanged: isDirty, failure: formFailure(errors), onSubmit };
  return { form, errors, dialog };
}

/** What the form of a new account has in addition to that of an existing one. */
export interface AccountFields {
  email: string;
  password?: string | null | undefined;
  invite?: boolean | undefined;
}

interface FieldState {
  control: UseFormRegisterReturn;
  error: string | undefined;
}

interface InvitationChoiceProps {
  isInvited: boolean;
  sendsMail: boolean;
  onChoose: (isInvited: boolean) => void;
}

/** Chooses what a new account signs in with first. */
function InvitationChoice({ isInvited, sendsMail, onChoose }: InvitationChoiceProps) {
  const choice = { name: useId(), isDisabled: false };
  return (
    <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
      <legend className="sr-only">How the account gets its password</legend>
      <ChoiceCard {...choice} icon={KeyRound} title="Set a password" isChosen={!isInvited} onChoose={() => onChoose(false)}>
        You pass it on yourself.
      </ChoiceCard>
      <ChoiceCard
        {...choice}
        icon={sendsMail ? Mail : Link}
        title={sendsMail ? "Send an invitation" : "Invite with a link"}
        isChosen={isInvited}
        onChoose={() => onChoose(true)}
      >
        {sendsMail
          ? `By mail, with a link that is valid for ${INVITATION_HOURS} hours.`
          : `No mail server is set up: you copy a link that is valid for ${INVITATION_HOURS} hours.`}
      </ChoiceCard>
    </fieldset>
  );
}

interface PersonFieldsProps {
  nameLabel: string;
  name: FieldState;
  email: FieldState;
  password: FieldState;
  /** Only for a new account. */
  invitation: InvitationChoiceProps | null;
}

export function PersonFields({ nameLabel, name, email, password, invitation }: PersonFieldsProps) {
  const isNew = invitation !== null;
  return (
    <>
      <Field label={nameLabel} required error={name.error}>
        {(control) => <Input {...control} {...name.control} dir="auto" required autoComplete="off" />}
      </Field>
      <Field label="Email" required error={email.error}>
        {(control) => (
          <Input
            {...control}
            {...email.control}
            type="email"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="name@example.com"
          />
        )}
      </Field>
      {invitation ? <InvitationChoice {...invitation} /> : null}
      {invitation?.isInvited ? null : (
        <Field
          label={isNew ? "Password" : "Password (leave blank to keep current)"}
          required={isNew}
          // The error replaces the hint, so that nothing below moves.
          hint={password.error ? undefined : `At least ${NEW_PASSWORD_MIN} characters`}
          error={password.error}
        >
          {(control) => <PasswordInput {...control} {...password.control} required={isNew} autoComplete="new-password" />}
        </Field>
      )}
    </>
  );
}
