"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { KeyRound, Mail } from "lucide-react";
import { useId, useState, useTransition } from "react";
import { type DefaultValues, type FieldValues, type UseFormRegisterReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { countOf } from "@/components/shared/count-of";
import { ChoiceCard } from "@/components/shared/form/choice-card";
import { formFailure, showServerError } from "@/components/shared/form/form-failure";
import { PasswordInput } from "@/components/shared/form/password-input";
import { isGone, serverMessage } from "@/components/shared/load-error";
import { parseAnswer, requestJson, sendJson } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { INVITATION_HOURS, INVITATIONS_NEED_MAIL } from "@/lib/accounts/invitations/values";
import { NEW_PASSWORD_MIN } from "@/lib/accounts/values";

interface PersonForm<Input extends FieldValues, Output> {
  schema: z.ZodType<Output, Input>;
  defaultValues: DefaultValues<Input>;
  values?: Input;
  path: string;
  id: string | undefined;
  failedToSave: string;
  onSaved: (input: Output) => void;
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
    try {
      await (id ? sendJson("PUT", `${path}/edit/${id}`, input) : sendJson("POST", `${path}/create`, input));
    } catch (error) {
      showServerError(form, error, failedToSave);
      onRefused?.(input);
      if (isGone(error)) onGone();
      return;
    }
    onSaved(input);
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
  canInvite: boolean;
  onChoose: (isInvited: boolean) => void;
}

/** Chooses what a new account signs in with first. */
function InvitationChoice({ isInvited, canInvite, onChoose }: InvitationChoiceProps) {
  const choice = { name: useId(), isDisabled: false };
  return (
    <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
      <legend className="sr-only">How the account gets its password</legend>
      <ChoiceCard {...choice} icon={KeyRound} title="Set a password" isChosen={!isInvited} onChoose={() => onChoose(false)}>
        You pass it on yourself.
      </ChoiceCard>
      <ChoiceCard
        {...choice}
        icon={Mail}
        title="Send an invitation"
        isChosen={isInvited}
        isDisabled={!canInvite}
        onChoose={() => onChoose(true)}
      >
        {canInvite ? `By mail, with a link that is valid for ${INVITATION_HOURS} hours.` : INVITATIONS_NEED_MAIL}
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

const answerSchema = z.object({ endedSessions: z.int() });

function describeEnded(count: number): string {
  return count === 0 ? "There was no session to end." : `${countOf(count, ["session was", "sessions were"])} ended.`;
}

interface SignOutEverywhereProps {
  /** API path. */
  path: string;
  name: string;
  onGone: () => void;
}

/** Ends every session of an account after a confirmation. */
export function SignOutEverywhere({ path, name, onGone }: SignOutEverywhereProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isEnding, startTransition] = useTransition();
  const [outcome, setOutcome] = useState<{ tone: "success" | "error"; text: string } | null>(null);

  async function signOut() {
    try {
      const { endedSessions } = parseAnswer(answerSchema, await requestJson(path, { method: "POST" }));
      setOutcome({ tone: "success", text: describeEnded(endedSessions) });
    } catch (error) {
      setOutcome({ tone: "error", text: serverMessage(error, "Failed to sign out everywhere") });
      if (isGone(error)) onGone();
    }
    setIsAsking(false);
  }

  return (
    <div className="grid gap-3 rounded-lg border bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-48 text-ink-muted text-sm">End every session, for example after a device was lost.</p>
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            setOutcome(null);
            setIsAsking(true);
          }}
        >
          Sign out everywhere
        </Button>
      </div>
      {outcome ? <Notice tone={outcome.tone}>{outcome.text}</Notice> : null}
      <ConfirmDialog
        isOpen={isAsking}
        title="Sign out everywhere?"
        confirmLabel="End sessions"
        isBusy={isEnding}
        onConfirm={() => startTransition(signOut)}
        onCancel={() => setIsAsking(false)}
      >
        Every session of <bdi className="font-medium">{name}</bdi> will end at once, on every device. The password stays as it is.
      </ConfirmDialog>
    </div>
  );
}
