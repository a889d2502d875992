"use client";

import { useState } from "react";
import { type LinkedMap, MapViewer } from "@/components/map-viewer/map-viewer";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { ListPlaceholder } from "@/components/shared/list-placeholder";
import { loadErrorMessage } from "@/components/shared/load-error";
import { LoadMore } from "@/components/shared/load-more";
import type { useListQuery } from "@/components/shared/use-list-query";
import { useLoadError } from "@/components/shared/use-load-error";
import { type InitialPage, useSearchedList } from "@/components/shared/use-searched-list";
import type { ImageChange } from "@/lib/map-images/schema";
import type { ManagedProject, ProjectPage, ProjectSort } from "@/lib/projects/schema";
import { ListToolbar } from "./list-toolbar";
import { MapPictureEditor } from "./map-picture-editor";
import { NoProjects } from "./no-projects";
import { ProjectDetailsDialog } from "./project-details-dialog";
import { ProjectTable } from "./project-table";

/** Spec 001 §8. */
const FAILED = "Failed to load projects from server";

const projectsOf = (page: ProjectPage): ManagedProject[] => page.projects;

interface ProjectListProps {
  initial: InitialPage<ProjectPage, ProjectSort> | null;
  linked: LinkedMap | null;
  mapsOrigin: string;
  /** Kept above the list, so that what is typed goes on standing there when the mode changes. */
  asked: ReturnType<typeof useListQuery<ProjectSort>>;
  onCreate: () => void;
}

/** Every project, for admins and superadmins. */
export function ProjectList({ initial, linked, mapsOrigin, asked, onCreate }: ProjectListProps) {
  const { query, typed, setTyped, clearSearch, setSort } = asked;
  const { rows: projects, ...list } = useSearchedList({ path: "/api/project/all", query, initial, rowsOf: projectsOf });
  const [viewed, setViewed] = useState<ManagedProject | null>(null);
  const { openMap } = useMapSelection();
  const retry = useLoadError(list.error, FAILED, list.refresh, { isSaid: Boolean(list.moreError) });

  function changePicture({ _id, mapImage }: ImageChange["project"]) {
    setViewed((shown) => (shown?._id === _id ? { ...shown, mapImage } : shown));
    void list.refresh();
  }

  return (
    <div className="grid gap-4">
      <ListToolbar search={typed} onSearchChange={setTyped} sort={query.sort} onSortChange={setSort} />
      {projects?.length ? (
        <>
          <ProjectTable
            projects={projects}
            sort={query.sort}
            onSortChange={setSort}
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
            error={list.moreError}
            errorMessage={(error) => loadErrorMessage(error, FAILED)}
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
          <NoProjects search={query.search.trim()} onClearSearch={clearSearch} onCreate={onCreate} />
        </ListPlaceholder>
      )}
      {viewed ? (
        <ProjectDetailsDialog
          project={viewed}
          assignedUserCount={viewed.assignedUserCount}
          picture={<MapPictureEditor project={viewed} onChange={changePicture} />}
          onClose={() => setViewed(null)}
        />
      ) : null}
      <MapViewer projects={projects ?? []} linked={linked} mapsOrigin={mapsOrigin} />
    </div>
  );
}
