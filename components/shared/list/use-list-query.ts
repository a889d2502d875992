"use client";

import { useCallback, useMemo } from "react";
import { useDraft } from "../use-draft";
import { type ListQuery, readListQuery } from "./list-query";
import { useAddress } from "./use-address";

/**
 * Search and order of a list, which stand in the address: they are still there after a reload and on the way back, and can be shared.
 * @param sorts orders that the list has; always the same array
 * @returns what the list is asked for, what the search field shows meanwhile, and how the two are changed
 */
export function useListQuery<Sort extends string>(sorts: readonly Sort[]) {
  const { parameters, changeAddress } = useAddress();
  const query: ListQuery<Sort> = useMemo(() => readListQuery((name) => parameters.get(name), sorts), [parameters, sorts]);
  const takeSearch = useCallback((search: string) => changeAddress({ search: search || null }, "replace"), [changeAddress]);
  const [typed, setTyped, forgetTyped] = useDraft(query.search, takeSearch);
  const setSort = useCallback((sort: Sort | "all") => changeAddress({ sort: sort === "all" ? null : sort }, "replace"), [changeAddress]);
  const clearSearch = () => {
    forgetTyped();
    takeSearch("");
  };
  return { query, typed, setTyped, clearSearch, setSort };
}
