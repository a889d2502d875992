"use client";

import { type SyntheticEvent, useEffect, useEffectEvent, useRef } from "react";
import type { FieldPath, FieldPathValue, SubmitHandler, UseFormReturn } from "react-hook-form";

/**
 * Returns the props of a server-rendered form of text fields. It reads the texts from the DOM, because users and password managers fill
 * fields in before hydration, without events. React replays a submission from before hydration through `action`.
 */
export function useEarlyForm<Values extends Record<string, string>, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  save: SubmitHandler<Output>,
) {
  const ref = useRef<HTMLFormElement>(null);
  const isSaving = useRef(false);

  const readTexts = useEffectEvent(() => {
    for (const name of Object.keys(form.getValues()) as FieldPath<Values>[]) {
      const field = ref.current?.elements.namedItem(name);
      if (!(field instanceof HTMLInputElement)) continue;
      // Browsers hide filled-in passwords from scripts until the first click. Setting the empty text would remove them.
      if (field.value || form.getValues(name)) form.setValue(name, field.value as FieldPathValue<Values, typeof name>);
    }
  });
  useEffect(() => readTexts(), []);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    // React replays each click from before hydration.
    if (isSaving.current) return;
    isSaving.current = true;
    readTexts();
    await form
      .handleSubmit(save)()
      .finally(() => {
        isSaving.current = false;
      });
  }

  return {
    ref,
    noValidate: true,
    action: () => ref.current?.requestSubmit(),
    onSubmit: (event: SyntheticEvent) => void submit(event),
    // React resets a form after its action. A failed submission must keep the texts.
    onReset: (event: SyntheticEvent) => event.preventDefault(),
  };
}
