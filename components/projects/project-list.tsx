"use client";

import { useCallback, useState } from "react";
import { type LinkedMap, MapViewer } from "@/components/map-viewer/map-viewer";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { ListPlaceholder } from "@/components/shared/list-placeholder";
import type { ListQuery } from "@/components/shared/list-query";
import { LoadMore } from "@/components/shared/load-more";
import { useLoadError } from "@/components/shared/use-load-error";
import type { ProjectPage, ProjectSort, ProjectSummary } from "@/lib/projects/schema";
import { ListToolbar } from "./list-toolbar";
import { NoProjects } from "./no-projects";
import { ProjectDetailsDialog } from "./project-details-dialog";
import { ProjectTable } from "./project-table";
import { useProjectList } from "./use-project-list";

/** Spec 001 §8. */
const FAILED = "Failed to load projects from server";

interface ProjectListProps {
  initial: ProjectPage;
  linked: LinkedMap | null;
  mapsOrigin: string;
  /** Kept above the list, so that it is still there on the way back from the other modes. */
  query: ListQuery<ProjectSort>;
  onQueryChange: (query: ListQuery<ProjectSort>) => void;
  onCreate: () => void;
}

/** Every project, for admins and superadmins. */
export function ProjectList({ initial, linked, mapsOrigin, query, onQueryChange, onCreate }: ProjectListProps) {
  const list = useProjectList(query, initial);
  const [viewed, setViewed] = useState<ProjectSummary | null>(null);
  const { openMap } = useMapSelection();
  const retry = useLoadError(list.error, FAILED, list.refresh);

  const onSortChange = useCallback((sort: ProjectSort) => onQueryChange({ ...query, sort }), [query, onQueryChange]);
  const { rows: projects, search } = list;
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
            noun={["project", "projects"]}
            hasMore={list.hasMore}
            isBusy={list.isLoadingMore}
            onLoadMore={list.loadMore}
          />
        </>
      ) : (
        <ListPlaceholder
          isLoaded={Boolean(projects)}
          loadingLabel="Loading projects..."
          error={list.error}
          errorMessage={FAILED}
          onRetry={retry}
        >
          <NoProjects search={search} onClearSearch={() => onQueryChange({ ...query, search: "" })} onCreate={onCreate} />
        </ListPlaceholder>
      )}
      {viewed ? <ProjectDetailsDialog project={viewed} showsAssignedUsers onClose={() => setViewed(null)} /> : null}
      <MapViewer projects={projects ?? []} linked={linked} mapsOrigin={mapsOrigin} />
    </div>
  );
}
