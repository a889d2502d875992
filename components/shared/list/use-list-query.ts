"use client";

import { useMemo } from "react";
import { type ListQuery, readListQuery } from "./list-query";
import { useAddress } from "./use-address";
import { useAddressDraft } from "./use-draft";

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
