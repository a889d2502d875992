"use client";

import { Map as MapIcon, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { FileManagerHost } from "@/components/files/manager/file-manager-host";
import { useOpenFiles } from "@/components/files/manager/use-open-files";
import { type LinkedMap, MapViewer } from "@/components/map-viewer/map-viewer";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { useImportChanges } from "@/components/publish/imports/use-imports";
import { EmptyState } from "@/components/shared/empty-state";
import { PagedList } from "@/components/shared/list/paged-list";
import type { useListQuery } from "@/components/shared/list/use-list-query";
import type { InitialPage } from "@/components/shared/list/use-searched-list";
import { Button } from "@/components/ui/button";
import type { ImageChange } from "@/lib/maps/images/schema";
import { type ManagedProject, type ProjectPage, type ProjectSort, projectPageSchema } from "@/lib/projects/schema";
import { DeleteProjectDialog } from "../delete-project-dialog";
import { ManagedProjectDialog } from "../details/managed-project-dialog";
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

interface Opened {
  dialog: "details" | "delete";
  project: ManagedProject;
}

interface ProjectListProps {
  initial: InitialPage<ProjectPage, ProjectSort> | null;
  linked: LinkedMap | null;
  linkedFiles: Pick<ManagedProject, "name" | "safeName"> | null;
  mapsOrigin: string;
  /** Stored above the list, so that typed text survives a change of mode. */
  asked: ReturnType<typeof useListQuery<ProjectSort>>;
  onCreate: () => void;
  onReplaceMap: (projectId: string) => void;
}

export function ProjectList({ initial, linked, linkedFiles, mapsOrigin, asked, onCreate, onReplaceMap }: ProjectListProps) {
  const list = useProjectList({ path: "/api/project/all", schema: projectPageSchema, asked, hasStatus: true, initial });
  const [opened, setOpened] = useState<Opened | null>(null);
  const { openMap } = useMapSelection();
  const { openFiles } = useOpenFiles();
  const projects = list.rows ?? [];
  const actions = useMemo(
    () => ({
      onViewProject: (project: ManagedProject) => setOpened({ dialog: "details", project }),
      onViewMap: openMap,
      onManageFiles: (project: ManagedProject) => openFiles(project.safeName),
      onDeleteProject: (project: ManagedProject) => setOpened({ dialog: "delete", project }),
    }),
    [openMap, openFiles],
  );
  const close = () => setOpened(null);
  const refresh = () => void list.refresh();
  useImportChanges(refresh);

  function changePicture({ _id, mapImage }: ImageChange["project"]) {
    setOpened((shown) => (shown?.project._id === _id ? { ...shown, project: { ...shown.project, mapImage } } : shown));
    refresh();
  }

  return (
    <div className="grid gap-4">
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
      <MapViewer projects={projects} linked={linked} mapsOrigin={mapsOrigin} />
      <FileManagerHost projects={projects} linked={linkedFiles} />
    </div>
  );
}
