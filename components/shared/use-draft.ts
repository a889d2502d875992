"use client";

import { useCallback, useEffect, useState } from "react";

/** Milliseconds of rest after which what is typed is taken. */
const REST_MS = 250;

/**
 * What somebody types into a field whose value lives elsewhere, here in the address: browsers refuse an address that changes with
 * every letter.
 * @returns what the field shows, what its changes are given to, and a way to forget what is not taken yet
 */
export function useDraft(value: string, onTake: (value: string) => void): [string, (draft: string) => void, () => void] {
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    if (draft === null) return;
    // The address follows a moment later; until then the field must not jump back.
    if (draft === value) return setDraft(null);
    const timer = window.setTimeout(() => onTake(draft), REST_MS);
    return () => window.clearTimeout(timer);
  }, [draft, value, onTake]);
  const forget = useCallback(() => setDraft(null), []);
  return [draft ?? value, setDraft, forget];
}
