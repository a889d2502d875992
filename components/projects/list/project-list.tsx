"use client";

import { Map as MapIcon, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { FileManagerHost } from "@/components/files/manager/file-manager-host";
import { useOpenFiles } from "@/components/files/manager/use-open-files";
import { MapViewer } from "@/components/map-viewer/map-viewer";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { EmptyState } from "@/components/shared/empty-state";
import { PagedList } from "@/components/shared/list/paged-list";
import type { Links } from "@/components/shared/list/use-linked-project";
import type { useListQuery } from "@/components/shared/list/use-list-query";
import type { InitialPage } from "@/components/shared/list/use-searched-list";
import { Button } from "@/components/ui/button";
import type { ImportSummary } from "@/lib/imports/schema";
import { type ManagedProject, type ProjectPage, type ProjectSort, projectPageSchema } from "@/lib/projects/schema";
import { DeleteProjectDialog } from "../delete-project-dialog";
import { ManagedProjectDialog } from "../details/managed-project-dialog";
import { useOpenProject } from "../details/use-open-project";
import { ImportsInProgress } from "../imports/imports-in-progress";
import { sparse } from "../sparse-answers";
import { ListToolbar } from "./list-toolbar";
import { NoMatch } from "./no-match";
import { ProjectTable } from "./project-table";
import { useProjectList } from "./use-project-list";

function NoProjects({ onCreate }: { onCreate: () => void }) {
  const create = (
    <Button onClick={onCreate}>
      <Plus aria-hidden />
      Create Project
    </Button>
  );
  return <EmptyState icon={MapIcon} title="No projects found. Create your first project!" action={create} />;
}

const pageSchema = sparse(projectPageSchema);

interface ProjectListProps extends Links {
  initial: InitialPage<ProjectPage, ProjectSort> | null;
  imports: ImportSummary[];
  mapsOrigin: string;
  /** Stored above the list, so that typed text survives a change of mode. */
  asked: ReturnType<typeof useListQuery<ProjectSort>>;
  onCreate: () => void;
  onReplaceMap: (projectId: string) => void;
}

export function ProjectList(props: ProjectListProps) {
  const { initial, imports, linked, linkedProject, linkedFiles, mapsOrigin, asked, onCreate, onReplaceMap } = props;
  const list = useProjectList({ path: "/api/project/all", schema: pageSchema, asked, hasStatus: true, initial });
  const [deleted, setDeleted] = useState<ManagedProject | null>(null);
  const { openMap } = useMapSelection();
  const { openFiles } = useOpenFiles();
  const projects = list.rows ?? [];
  const { opened, openProject, closeProject } = useOpenProject(projects, linkedProject);
  const actions = useMemo(
    () => ({
      onViewProject: openProject,
      onViewMap: openMap,
      onManageFiles: (project: ManagedProject) => openFiles(project.safeName),
      onDeleteProject: setDeleted,
    }),
    [openProject, openMap, openFiles],
  );
  const refresh = () => void list.refresh();

  return (
    <div className="grid gap-4">
      <ImportsInProgress initial={imports} onChange={refresh} onViewMap={openMap} />
      <ListToolbar list={list} creatorsPath="/api/project/creators" />
      <PagedList
        list={list}
        noun={["project", "projects"]}
        loadingLabel="Loading projects..."
        errorMessage="Failed to load projects from server"
        hasBannerAlways
        empty={list.isSearched || list.filters.count > 0 ? <NoMatch list={list} /> : <NoProjects onCreate={onCreate} />}
      >
        {(rows) => <ProjectTable projects={rows} order={list.order} isStale={list.isStale} actions={actions} />}
      </PagedList>
      {opened ? (
        <ManagedProjectDialog
          key={opened._id}
          project={opened}
          onChange={refresh}
          onReplaceMap={() => onReplaceMap(opened._id)}
          onClose={closeProject}
        />
      ) : null}
      {deleted ? <DeleteProjectDialog project={deleted} reload={list.refresh} onClose={() => setDeleted(null)} /> : null}
      <MapViewer projects={projects} linked={linked} mapsOrigin={mapsOrigin} />
      <FileManagerHost projects={projects} linked={linkedFiles} />
    </div>
  );
}
