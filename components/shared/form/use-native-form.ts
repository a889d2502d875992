"use client";

import { type SyntheticEvent, useEffect, useEffectEvent, useRef } from "react";
import type { FieldPath, FieldPathValue, FieldValues, SubmitHandler, UseFormReturn } from "react-hook-form";

function readFields<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>, element: HTMLFormElement): void {
  const fields = new FormData(element);
  for (const name of Object.keys(form.getValues()) as FieldPath<Values>[]) {
    const value = fields.get(name);
    if (typeof value === "string") form.setValue(name, value as FieldPathValue<Values, typeof name>);
  }
}

/**
 * Returns the props of a server-rendered form of text fields. The DOM is the source of the values: users type, and password
 * managers fill fields in, before hydration and without events. React replays a submission from before hydration through `action`.
 */
export function useNativeForm<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  save: SubmitHandler<Output>,
) {
  const ref = useRef<HTMLFormElement>(null);
  const isSaving = useRef(false);
  const readTyped = useEffectEvent((element: HTMLFormElement) => readFields(form, element));
  useEffect(() => {
    if (ref.current) readTyped(ref.current);
  }, []);

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    // Each press before hydration is replayed.
    if (isSaving.current) return;
    isSaving.current = true;
    readFields(form, event.currentTarget);
    await form
      .handleSubmit(save)(event)
      .finally(() => {
        isSaving.current = false;
      });
  }

  return {
    ref,
    noValidate: true,
    action: () => ref.current?.requestSubmit(),
    onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void submit(event),
    // React resets a form after its action; a failed submission must keep what was typed.
    onReset: (event: SyntheticEvent) => event.preventDefault(),
  };
}
