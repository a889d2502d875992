"use client";

import { useCallback, useEffect, useState } from "react";
import { useAddress } from "./use-address";

const REST_MS = 250;

type Draft = [shown: string, setDraft: (draft: string) => void, forget: () => void];

/** A typed value that is applied after a pause. @returns the shown value, its setter, and a function that drops what is not applied yet */
export function useDraft(value: string, onTake: (value: string) => void): Draft {
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    if (draft === null) return;
    // The value follows a moment later; until then the field must not jump back. React may run this after the next key press.
    if (draft === value) return setDraft((current) => (current === value ? null : current));
    const timer = window.setTimeout(() => onTake(draft), REST_MS);
    return () => window.clearTimeout(timer);
  }, [draft, value, onTake]);
  const forget = useCallback(() => setDraft(null), []);
  return [draft ?? value, setDraft, forget];
}

/** A draft of a parameter of the address: browsers limit how often an address may change. */
export function useAddressDraft(name: string, value: string): Draft {
  const { changeAddress } = useAddress();
  return useDraft(
    value,
    useCallback((draft: string) => changeAddress({ [name]: draft || null }, "replace"), [changeAddress, name]),
  );
}
