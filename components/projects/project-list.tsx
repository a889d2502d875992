"use client";

import { useCallback, useState } from "react";
import { FileManagerHost } from "@/components/file-manager/file-manager-host";
import { useOpenFiles } from "@/components/files/manager/use-open-files";
import { type LinkedMap, MapViewer } from "@/components/map-viewer/map-viewer";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { LoadMore } from "@/components/shared/list/load-more";
import type { useListQuery } from "@/components/shared/list/use-list-query";
import { useLoadError } from "@/components/shared/list/use-load-error";
import { type InitialPage, useSearchedList } from "@/components/shared/list/use-searched-list";
import { ListPlaceholder } from "@/components/shared/list-placeholder";
import { loadErrorMessage } from "@/components/shared/load-error";
import type { ImportSummary } from "@/lib/imports/schema";
import type { ImageChange } from "@/lib/maps/images/schema";
import type { ManagedProject, ProjectPage, ProjectSort } from "@/lib/projects/schema";
import { DeleteProjectDialog } from "./delete-project-dialog";
import { ManagedProjectDialog } from "./details/managed-project-dialog";
import { ImportsInProgress } from "./imports/imports-in-progress";
import { ListToolbar } from "./list/list-toolbar";
import { filterFields } from "./list/project-filters";
import { ProjectTable } from "./list/project-table";
import { NoMatch } from "./no-match";
import { NoProjects } from "./no-projects";
import { ProjectFilter } from "./project-filter";
import { useProjectFilters } from "./use-project-filters";

/** Spec 001 §8. */
const FAILED = "Failed to load projects from server";

const projectsOf = (page: ProjectPage): ManagedProject[] => page.projects;

/** The dialog that stands over the list. */
interface Opened {
  dialog: "details" | "delete";
  project: ManagedProject;
}

interface ProjectListProps {
  initial: InitialPage<ProjectPage, ProjectSort> | null;
  /** Imports that were under way when the page was made. */
  imports: ImportSummary[];
  linked: LinkedMap | null;
  /** The project whose files the page's address names; null for none, or one that is not there. */
  linkedFiles: Pick<ManagedProject, "name" | "safeName"> | null;
  mapsOrigin: string;
  /** Kept above the list, so that what is typed goes on standing there when the mode changes. */
  asked: ReturnType<typeof useListQuery<ProjectSort>>;
  onCreate: () => void;
  /** Leads to the ways in, for another map of this project. */
  onReplaceMap: (projectId: string) => void;
}

/** Every project, for admins and superadmins. */
export function ProjectList({ initial, imports, linked, linkedFiles, mapsOrigin, asked, onCreate, onReplaceMap }: ProjectListProps) {
  const { query, typed, setTyped, clearSearch, setSort } = asked;
  const filters = useProjectFilters(true);
  const { rows: projects, ...list } = useSearchedList({
    path: "/api/project/all",
    fields: filterFields(filters.filters),
    query,
    // The server has not looked at the filters: when the reader's days begin, only the browser knows.
    initial: filters.count > 0 ? null : initial,
    rowsOf: projectsOf,
  });
  const [opened, setOpened] = useState<Opened | null>(null);
  const { openMap } = useMapSelection();
  const { openFiles } = useOpenFiles();
  const retry = useLoadError(list.error, FAILED, list.refresh, { isSaid: Boolean(list.moreError) });

  const close = useCallback(() => setOpened(null), []);
  const viewProject = useCallback((project: ManagedProject) => setOpened({ dialog: "details", project }), []);
  const manageFiles = useCallback((project: ManagedProject) => openFiles(project.safeName), [openFiles]);
  const deleteProject = useCallback((project: ManagedProject) => setOpened({ dialog: "delete", project }), []);
  const refresh = () => void list.refresh();

  function changePicture({ _id, mapImage }: ImageChange["project"]) {
    setOpened((shown) => (shown?.project._id === _id ? { ...shown, project: { ...shown.project, mapImage } } : shown));
    refresh();
  }

  const isSearched = query.search.trim() !== "";
  const clear = () => {
    clearSearch();
    filters.clear();
  };

  return (
    <div className="grid gap-4">
      <ImportsInProgress initial={imports} onChange={refresh} onViewMap={openMap} />
      <ListToolbar
        search={typed}
        onSearchChange={setTyped}
        sort={query.sort}
        onSortChange={setSort}
        filter={<ProjectFilter state={filters} creatorsPath="/api/project/creators" />}
      />
      {projects?.length ? (
        <>
          <ProjectTable
            projects={projects}
            sort={query.sort}
            onSortChange={setSort}
            isStale={list.isStale}
            onViewProject={viewProject}
            onViewMap={openMap}
            onManageFiles={manageFiles}
            onDeleteProject={deleteProject}
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
          {isSearched || filters.count > 0 ? (
            <NoMatch isSearched={isSearched} isFiltered={filters.count > 0} onClear={clear} />
          ) : (
            <NoProjects onCreate={onCreate} />
          )}
        </ListPlaceholder>
      )}
      {opened?.dialog === "details" ? (
        <ManagedProjectDialog
          key={opened.project._id}
          project={opened.project}
          onChange={refresh}
          onPictureChange={changePicture}
          onReplaceMap={() => {
            close();
            onReplaceMap(opened.project._id);
          }}
          onClose={close}
        />
      ) : null}
      {opened?.dialog === "delete" ? <DeleteProjectDialog project={opened.project} reload={list.refresh} onClose={close} /> : null}
      <MapViewer projects={projects ?? []} linked={linked} mapsOrigin={mapsOrigin} />
      <FileManagerHost projects={projects ?? []} linked={linkedFiles} />
    </div>
  );
}
