"use client";

import { useCallback, useMemo } from "react";
import { useAddress } from "@/components/shared/list/use-address";
import { useDraft } from "@/components/shared/use-draft";
import { countFilters, readProjectFilters } from "./list/project-filters";

/**
 * The filters of a list of projects, which stand in the address, and how they are changed.
 * @param hasStatus whether the list can be asked for a status
 */
export function useProjectFilters(hasStatus = false) {
  const { parameters, changeAddress } = useAddress();
  const filters = useMemo(() => readProjectFilters((name) => parameters.get(name), hasStatus), [parameters, hasStatus]);
  const setStatus = useCallback((status: string) => changeAddress({ status: status || null }, "replace"), [changeAddress]);
  const setCreatedBy = useCallback((id: string) => changeAddress({ createdBy: id || null }, "replace"), [changeAddress]);
  const takeFrom = useCallback((day: string) => changeAddress({ from: day || null }, "replace"), [changeAddress]);
  const takeTo = useCallback((day: string) => changeAddress({ to: day || null }, "replace"), [changeAddress]);
  const [from, setFrom, forgetFrom] = useDraft(filters.from, takeFrom);
  const [to, setTo, forgetTo] = useDraft(filters.to, takeTo);
  const count = countFilters(filters);
  return {
    filters,
    count,
    hasStatus,
    setStatus,
    setCreatedBy,
    /** The days as their fields show them meanwhile. */
    from,
    to,
    setFrom,
    setTo,
    canClear: count > 0 || from !== "" || to !== "",
    clear: () => {
      forgetFrom();
      forgetTo();
      changeAddress({ status: null, createdBy: null, from: null, to: null }, "replace");
    },
  };
}

export type ProjectFiltersState = ReturnType<typeof useProjectFilters>;
