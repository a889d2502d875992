"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type DefaultValues, type FieldValues, useForm } from "react-hook-form";
import type { z } from "zod";
import { formFailure, showServerError } from "@/components/shared/form/show-server-error";
import { RequestError, sendJson } from "@/components/shared/request-json";

interface PersonForm<Input extends FieldValues, Output> {
  /** The API's own schema of the body. */
  schema: z.ZodType<Output, Input>;
  defaultValues: DefaultValues<Input>;
  /** What the server knows, as soon as it has said so; it replaces what nobody has typed into. */
  values?: Input;
  /** Of the API; `/create` or `/edit/{id}` follows. */
  path: string;
  /** Whom it changes; undefined for somebody new. */
  id: string | undefined;
  failedToSave: string;
  onSaved: () => void;
  /** The server knows the person no more. */
  onGone: () => void;
  /** Besides showing why. */
  onRefused?: (input: Output) => void;
}

/** The state of a form that creates or changes a person, and how it is saved and closed. */
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
      if (error instanceof RequestError && error.status === 404) onGone();
      return;
    }
    onSaved();
  });
  const dialog = { isSaving: isSubmitting, isChanged: isDirty, failure: formFailure(errors), onSubmit };
  return { form, errors, dialog };
}
