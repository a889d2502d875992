"use client";

import { LayoutGrid, Rows3, SearchX } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { Select } from "@/components/shared/form/select";
import { lazyPart } from "@/components/shared/lazy-part";
import { FilterButton } from "@/components/shared/list/filter-button";
import { SearchField } from "@/components/shared/list/search-field";
import { useBanner } from "@/components/shared/notices/banner";
import { sendJson, serverMessage } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import type { ProjectLayout } from "@/lib/accounts/profile/schema";
import type { ProjectSort } from "@/lib/projects/values";
import type { ProjectFilterProps } from "./opened-filter";
import type { ProjectListState } from "./use-project-list";

const sortOptions = {
  all: "All",
  "name-asc": "Name A-Z",
  "name-desc": "Name Z-A",
  "date-newest": "Date Registered Newest",
  "date-oldest": "Date Registered Oldest",
} as const satisfies Partial<Record<ProjectSort, string>>;

interface ListToolbarProps {
  list: Pick<ProjectListState, "typed" | "setTyped" | "order" | "filters">;
  creatorsPath: string;
  /** Buttons at the end. */
  children: ReactNode;
}

export function ListToolbar({ list: { typed, setTyped, order, filters }, creatorsPath, children }: ListToolbarProps) {
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField value={typed} onChange={setTyped} placeholder="Search projects..." className="w-full sm:w-52 sm:flex-initial xl:w-80" />
      <ProjectFilter state={filters} creatorsPath={creatorsPath} />
      <Select
        label="Sort"
        // Shows "All" for orders that only column headers offer.
        value={order.sort in sortOptions ? order.sort : "all"}
        onChange={order.onSortChange}
        options={Object.entries(sortOptions)}
        className="w-auto min-w-0 flex-1 sm:ml-auto sm:w-48 sm:flex-none xl:w-56"
      />
      {children}
    </search>
  );
}

export function NoMatch({ list: { isSearched, filters, clear } }: { list: Pick<ProjectListState, "isSearched" | "filters" | "clear"> }) {
  const hiding = [isSearched ? ["search"] : [], filters.count > 0 ? ["filters"] : []].flat().join(" and ");
  const clearButton = (
    <Button variant="secondary" onClick={clear}>
      Clear {hiding}
    </Button>
  );
  return <EmptyState icon={SearchX} title={`No projects match your ${hiding}.`} action={clearButton} />;
}

/** Keeps the layout of project lists in the account. @param initial as the server rendered it */
export function useLayout(initial: ProjectLayout) {
  const [layout, setLayout] = useState(initial);
  const { showBanner } = useBanner();
  const router = useRouter();
  const isGallery = layout === "gallery";

  async function toggle() {
    const projectLayout = isGallery ? "list" : "gallery";
    setLayout(projectLayout);
    try {
      await sendJson("PUT", "/api/user/preferences", { projectLayout });
      // Drops the pages that Next has kept with the former layout.
      router.refresh();
    } catch (error) {
      showBanner({ tone: "error", message: serverMessage(error, "The layout was not saved.") });
    }
  }

  const label = isGallery ? "Show as list" : "Show as gallery";
  const button = (
    <Button variant="secondary" size="icon" title={label} aria-label={label} onClick={() => void toggle()}>
      {isGallery ? <Rows3 aria-hidden /> : <LayoutGrid aria-hidden />}
    </Button>
  );
  return { isGallery, button };
}

const OpenedFilter = lazyPart(
  () => import("./opened-filter").then(({ OpenedFilter }) => OpenedFilter),
  ({ trigger }) => trigger,
);

function ProjectFilter(props: ProjectFilterProps) {
  const [isUsed, setIsUsed] = useState(false);
  const { count } = props.state;
  return isUsed ? (
    <OpenedFilter {...props} trigger={<FilterButton count={count} />} onClose={() => setIsUsed(false)} />
  ) : (
    <FilterButton count={count} aria-haspopup="dialog" aria-expanded={false} onClick={() => setIsUsed(true)} />
  );
}
