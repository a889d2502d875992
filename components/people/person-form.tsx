"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type DefaultValues, type FieldValues, type UseFormRegisterReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { formFailure, showServerError } from "@/components/shared/form/form-failure";
import { PasswordInput } from "@/components/shared/form/password-input";
import { isGone } from "@/components/shared/load-error";
import { sendJson } from "@/components/shared/request-json";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NEW_PASSWORD_MIN } from "@/lib/accounts/values";

interface PersonForm<Input extends FieldValues, Output> {
  schema: z.ZodType<Output, Input>;
  defaultValues: DefaultValues<Input>;
  values?: Input;
  path: string;
  id: string | undefined;
  failedToSave: string;
  onSaved: () => void;
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
    onSaved();
  });
  const dialog = { isSaving: isSubmitting, isChanged: isDirty, failure: formFailure(errors), onSubmit };
  return { form, errors, dialog };
}

interface FieldState {
  control: UseFormRegisterReturn;
  error: string | undefined;
}

interface PersonFieldsProps {
  nameLabel: string;
  name: FieldState;
  email: FieldState;
  password: FieldState;
  isNew: boolean;
}

export function PersonFields({ nameLabel, name, email, password, isNew }: PersonFieldsProps) {
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
      <Field
        label={isNew ? "Password" : "Password (leave blank to keep current)"}
        required={isNew}
        // The error replaces the hint, so that nothing below moves.
        hint={password.error ? undefined : `At least ${NEW_PASSWORD_MIN} characters`}
        error={password.error}
      >
        {(control) => <PasswordInput {...control} {...password.control} required={isNew} autoComplete="new-password" />}
      </Field>
    </>
  );
}
