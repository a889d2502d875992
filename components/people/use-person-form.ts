"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type DefaultValues, type FieldValues, useForm } from "react-hook-form";
import type { z } from "zod";
import { formFailure, showServerError } from "@/components/shared/form/show-server-error";
import { isGone } from "@/components/shared/load-error";
import { sendJson } from "@/components/shared/request-json";

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
