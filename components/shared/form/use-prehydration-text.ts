"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/** Reports text that the user typed into a controlled field before hydration. React fires no event for it. @returns the field's ref */
export function usePrehydrationText(value: string, onChange: (text: string) => void): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const readField = useEffectEvent((typed: string) => {
    if (typed !== value) onChange(typed);
  });
  useEffect(() => {
    if (field.current) readField(field.current.value);
  }, []);
  return field;
}
