"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/**
 * Hands on what was typed into a controlled field before the page was alive: React leaves it standing there, and tells nobody.
 * @returns the ref of the field
 */
export function useEarlyText(value: string, onChange: (text: string) => void): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const take = useEffectEvent((typed: string) => {
    if (typed !== value) onChange(typed);
  });
  useEffect(() => {
    if (field.current) take(field.current.value);
  }, []);
  return field;
}
