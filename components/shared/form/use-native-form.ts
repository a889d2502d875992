"use client";

import { type FormEvent, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { z } from "zod";

interface NativeForm<Name extends string, Output> {
  /** The fields, with their texts at first. */
  defaults: Readonly<Record<Name, string>>;
  /** Loads the rules of the fields, as soon as the user enters one. Without them, only the server checks the fields. */
  loadSchema: () => Promise<z.ZodType<Output, Record<Name, string>>>;
  save: (values: Output) => Promise<void>;
}

/**
 * Keeps a server-rendered form of text fields. It reads the texts from the DOM, because users and password managers fill fields in before
 * hydration, without events. React replays a submission from before hydration through `action`.
 */
export function useNativeForm<Name extends string, Output>({ defaults, loadSchema, save }: NativeForm<Name, Output>) {
  const ref = useRef<HTMLFormElement>(null);
  const names = Object.keys(defaults) as Name[];
  const [texts, setTexts] = useState<Readonly<Record<Name, string>>>(defaults);
  /** Messages by field. An empty one only marks its field. */
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const [isSubmitting, setSubmitting] = useState(false);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const isSaving = useRef(false);

  const fieldOf = (name: Name) => ref.current?.elements.namedItem(name) as HTMLInputElement | null;

  function readTexts(): Record<Name, string> {
    const read = Object.fromEntries(names.map((name) => [name, fieldOf(name)?.value ?? ""])) as Record<Name, string>;
    setTexts(read);
    return read;
  }

  const readTyped = useEffectEvent(readTexts);
  useEffect(() => void readTyped(), []);

  async function check(typed: Record<Name, string>) {
    const schema = await loadSchema().catch(() => null);
    const { data = typed as Output, error } = schema?.safeParse(typed) ?? {};
    const found: typeof errors = {};
    for (const { path, message } of error?.issues ?? []) found[path[0] as Name] ??= message;
    return { output: data, found };
  }

  async function revalidate({ target }: FormEvent) {
    const typed = readTexts();
    if (!wasSubmitted) return;
    const { found } = await check(typed);
    // A mark of the server stays until its own field changes.
    const isMarked = (name: Name) => name !== (target as HTMLInputElement).name;
    setErrors((before) => ({
      ...Object.fromEntries(names.filter((name) => before[name] === "" && isMarked(name)).map((name) => [name, ""])),
      ...found,
    }));
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    // React replays each click from before hydration.
    if (isSaving.current) return;
    isSaving.current = true;
    setSubmitting(true);
    setWasSubmitted(true);
    try {
      const { output, found } = await check(readTexts());
      setErrors(found);
      const [wrong] = names.filter((name) => name in found);
      if (wrong) fieldOf(wrong)?.focus();
      else await save(output);
    } finally {
      isSaving.current = false;
      setSubmitting(false);
    }
  }

  return {
    texts,
    errors,
    isSubmitting,
    focus: (name: Name) => fieldOf(name)?.focus(),
    setError: (name: Name, message: string) => setErrors((before) => ({ ...before, [name]: message })),
    setText: (name: Name, text: string) => {
      const field = fieldOf(name);
      if (field) field.value = text;
      readTexts();
    },
    props: {
      ref,
      noValidate: true,
      action: () => ref.current?.requestSubmit(),
      // The result is not needed yet.
      onFocus: () => void loadSchema().catch(() => undefined),
      onChange: (event: FormEvent) => void revalidate(event),
      onSubmit: (event: SyntheticEvent) => void submit(event),
      // React resets a form after its action. A failed submission must keep the values.
      onReset: (event: SyntheticEvent) => event.preventDefault(),
    },
  };
}
