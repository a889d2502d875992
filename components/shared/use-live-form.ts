"use client";

import { type FormEvent, useEffect, useEffectEvent } from "react";
import type { FieldPath, FieldPathValue, FieldValues, SubmitHandler, UseFormReturn } from "react-hook-form";
import { useEarlyPress } from "./use-early-press";

/** Takes over what stands in the fields of the document. */
function takeFields<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>, element: HTMLFormElement): void {
  const fields = new FormData(element);
  for (const name of Object.keys(form.getValues()) as FieldPath<Values>[]) {
    const value = fields.get(name);
    if (typeof value === "string") form.setValue(name, value as FieldPathValue<Values, typeof name>);
  }
}

/**
 * A form of text fields that came from the server: what was typed, filled in or submitted before the page was alive counts,
 * and what is saved is what the fields show, since password managers fill them in without telling.
 * @returns props of the form element
 */
export function useLiveForm<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>, save: SubmitHandler<Output>) {
  const submit = form.handleSubmit(save);
  const take = useEffectEvent((element: HTMLFormElement) => takeFields(form, element));
  const early = useEarlyPress<HTMLFormElement>("submit", (element) => element.requestSubmit());
  const { ref } = early;
  useEffect(() => {
    if (ref.current) take(ref.current);
  }, [ref]);
  return {
    ...early,
    noValidate: true,
    // A press before any script is here can never put a password into the address.
    method: "post",
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      takeFields(form, event.currentTarget);
      void submit(event);
    },
  };
}
