"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { type ListQuery, readListQuery } from "./list-query";
import { useAddress } from "./use-address";

const PAUSE_MS = 250;

type Draft = [shown: string, setDraft: (draft: string) => void, forget: () => void];

/** Applies a typed value after a pause. @returns the shown value, its setter, and a function that drops unapplied text */
export function useDraft(value: string, onApply: (value: string) => void): Draft {
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    if (draft === null) return;
    // `value` changes later than the draft. Keep the draft until then, unless the user has typed again.
    if (draft === value) return setDraft((current) => (current === value ? null : current));
    const timer = window.setTimeout(() => onApply(draft), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [draft, value, onApply]);
  const forget = useCallback(() => setDraft(null), []);
  return [draft ?? value, setDraft, forget];
}

/** Applies a typed value to a parameter of the URL. Browsers limit how often a URL may change. */
export function useAddressDraft(name: string, value: string): Draft {
  const { changeAddress } = useAddress();
  return useDraft(
    value,
    useCallback((draft: string) => changeAddress({ [name]: draft || null }, "replace"), [changeAddress, name]),
  );
}

/** Keeps search and sort of a list in the URL. @param sorts allowed values; must be stable */
export function useListQuery<Sort extends string>(sorts: readonly Sort[]) {
  const { parameters, changeAddress } = useAddress();
  const query: ListQuery<Sort> = useMemo(() => readListQuery((name) => parameters.get(name), sorts), [parameters, sorts]);
  const [typed, setTyped, forgetTyped] = useAddressDraft("search", query.search);
  const order = useMemo(
    () => ({ sort: query.sort, onSortChange: (sort: string) => changeAddress({ sort: sort === "all" ? null : sort }, "replace") }),
    [query.sort, changeAddress],
  );
  const clearSearch = () => {
    forgetTyped();
    changeAddress({ search: null }, "replace");
  };
  return { query, typed, setTyped, clearSearch, order };
}
