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
 * Returns the props of a server-rendered form of text fields. It reads the values from the DOM, because users and password managers
 * fill fields in before hydration, without events. React replays a submission from before hydration through `action`.
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
    // React replays each click from before hydration.
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
    // React resets a form after its action. A failed submission must keep the values.
    onReset: (event: SyntheticEvent) => event.preventDefault(),
  };
}
