"use client";

import { useCallback, useEffect, useState } from "react";
import { type LinkedMap, MapViewer } from "@/components/map-viewer/map-viewer";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { useBanner } from "@/components/shared/banner-provider";
import { useDebounced } from "@/components/shared/use-debounced";
import type { ProjectPage, ProjectSort, ProjectSummary } from "@/lib/projects/schema";
import { ListToolbar } from "./list-toolbar";
import { isSignedOut, loadErrorMessage, retryLabel } from "./load-error";
import { LoadMore } from "./load-more";
import { NoProjects } from "./no-projects";
import { ProjectDetailsDialog } from "./project-details-dialog";
import { ProjectTable } from "./project-table";
import { useProjectList } from "./use-project-list";

/** What the list is asked for; kept above it, so that it is still there on the way back from the other modes. */
export interface ListQuery {
  search: string;
  sort: ProjectSort;
}

interface ProjectListProps {
  initial: ProjectPage;
  linked: LinkedMap | null;
  mapsOrigin: string;
  query: ListQuery;
  onQueryChange: (query: ListQuery) => void;
  onCreate: () => void;
}

/** Every project, for admins and superadmins. */
export function ProjectList({ initial, linked, mapsOrigin, query, onQueryChange, onCreate }: ProjectListProps) {
  const search = useDebounced(query.search.trim(), 200);
  const list = useProjectList({ search, sort: query.sort }, initial);
  const [viewed, setViewed] = useState<ProjectSummary | null>(null);
  const { openMap } = useMapSelection();
  // Loaded anew without a session, the page leads to the sign-in screen and back here.
  const retry = isSignedOut(list.error) ? () => window.location.reload() : list.refresh;
  useErrorBanner(list.error, retry);

  const onSortChange = useCallback((sort: ProjectSort) => onQueryChange({ ...query, sort }), [query, onQueryChange]);
  const { projects } = list;
  return (
    <div className="grid gap-4">
      <ListToolbar
        search={query.search}
        onSearchChange={(text) => onQueryChange({ ...query, search: text })}
        sort={query.sort}
        onSortChange={onSortChange}
      />
      {projects?.length ? (
        <>
          <ProjectTable
            projects={projects}
            sort={query.sort}
            onSortChange={onSortChange}
            isStale={list.isStale}
            onViewProject={setViewed}
            onViewMap={openMap}
          />
          <LoadMore
            shown={projects.length}
            total={list.total}
            hasMore={list.hasMore}
            isBusy={list.isLoadingMore}
            onLoadMore={list.loadMore}
          />
        </>
      ) : (
        <NoProjects
          isLoaded={Boolean(projects)}
          error={list.error}
          search={search}
          onRetry={retry}
          onClearSearch={() => onQueryChange({ ...query, search: "" })}
          onCreate={onCreate}
        />
      )}
      {viewed ? <ProjectDetailsDialog project={viewed} showsAssignedUsers onClose={() => setViewed(null)} /> : null}
      <MapViewer projects={projects ?? []} linked={linked} mapsOrigin={mapsOrigin} />
    </div>
  );
}

/** A failed load shows a banner, also when older rows are still there to be looked at. */
function useErrorBanner(error: unknown, retry: () => void) {
  const { showBanner } = useBanner();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new error is the occasion
  useEffect(() => {
    if (error) showBanner({ tone: "error", message: loadErrorMessage(error), action: { label: retryLabel(error), run: retry } });
  }, [error, showBanner]);
}
