"use client";

import { useCallback, useMemo, useTransition } from "react";
import type { z } from "zod";
import { useAddress } from "@/components/shared/list/use-address";
import type { useListQuery } from "@/components/shared/list/use-list-query";
import { useAddressDraft } from "@/components/shared/list/use-list-query";
import { type InitialPage, useSearchedList } from "@/components/shared/list/use-paged-list";
import type { PageInfo } from "@/lib/http/paging/schema";
import type { ProjectSummary } from "@/lib/projects/schema";
import type { ProjectSort } from "@/lib/projects/values";
import type { OnFavourite } from "../gallery/favourite-button";
import { countFilters, filterFields, readProjectFilters } from "./project-filters";

function useProjectFilters(hasStatus: boolean) {
  const { parameters, changeAddress } = useAddress();
  const filters = useMemo(() => readProjectFilters((name) => parameters.get(name), hasStatus), [parameters, hasStatus]);
  const [from, setFrom, forgetFrom] = useAddressDraft("from", filters.from);
  const [to, setTo, forgetTo] = useAddressDraft("to", filters.to);
  const count = countFilters(filters);
  return {
    filters,
    count,
    hasStatus,
    setStatus: (status: string) => changeAddress({ status: status || null }, "replace"),
    setCreatedBy: (id: string) => changeAddress({ createdBy: id || null }, "replace"),
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

type ListPage<Project> = PageInfo & { projects: Project[]; assignedTotal?: number };

interface ProjectListProps<Project> {
  path: string;
  schema: z.ZodType<ListPage<Project>>;
  asked: ReturnType<typeof useListQuery<ProjectSort>>;
  hasStatus?: boolean;
  initial: InitialPage<ListPage<Project>, ProjectSort> | null;
}

function projectsOf<Project>(page: { projects: Project[] }): Project[] {
  return page.projects;
}

export type ProjectListState = ReturnType<typeof useProjectList<ProjectSummary>>;

/** Loads a list of projects. Its search, order and filters are in the URL. */
export function useProjectList<Project extends ProjectSummary>({
  path,
  schema,
  asked,
  hasStatus = false,
  initial,
}: ProjectListProps<Project>) {
  const { query, typed, setTyped, clearSearch, order } = asked;
  const filters = useProjectFilters(hasStatus);
  const fields = filterFields(filters.filters);
  // The server renders the first page without filters: only the browser knows the reader's time zone.
  const list = useSearchedList({
    path,
    schema,
    fields,
    query,
    initial: filters.count > 0 ? null : initial,
    rowsOf: projectsOf<Project>,
  });
  const [isRefreshing, startRefresh] = useTransition();
  const { change } = list;
  const onFavourite: OnFavourite = useCallback(
    (starred, isFavourite) =>
      change((page) => ({
        ...page,
        projects: page.projects.map((project) => (project._id === starred._id ? { ...project, isFavourite } : project)),
      })),
    [change],
  );
  return {
    ...list,
    isRefreshing,
    reload: () => startRefresh(list.refresh),
    onFavourite,
    typed,
    setTyped,
    order,
    filters,
    isSearched: query.search.trim() !== "",
    clear: () => {
      clearSearch();
      filters.clear();
    },
  };
}
