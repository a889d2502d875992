"use client";

import { Map as MapIcon, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { FileManagerHost } from "@/components/files/manager/file-manager-host";
import { useOpenFiles } from "@/components/files/manager/use-open-files";
import { MapViewer } from "@/components/map-viewer/map-viewer";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { EmptyState } from "@/components/shared/empty-state";
import { lazyPart } from "@/components/shared/lazy-part";
import { PagedList } from "@/components/shared/list/paged-list";
import type { Links } from "@/components/shared/list/use-linked-project";
import type { useListQuery } from "@/components/shared/list/use-list-query";
import type { InitialPage } from "@/components/shared/list/use-paged-list";
import { RefreshButton } from "@/components/shared/refresh-button";
import { Button } from "@/components/ui/button";
import { useImportChanges } from "@/components/upload/imports/use-imports";
import type { ProjectLayout } from "@/lib/accounts/profile/schema";
import type { ManagedProject, ProjectPage } from "@/lib/projects/schema";
import type { ProjectSort } from "@/lib/projects/values";
import { useOpenProject } from "../details/use-open-project";
import { GallerySkeleton, ProjectGallery } from "../gallery/project-gallery";
import type { MenuOf } from "../gallery/project-menu";
import { projectPageAnswer } from "../sparse-answers";
import { ListToolbar, NoMatch, useLayout } from "./list-toolbar";
import type { ManagedActions } from "./managed-menu";
import { badgeOf, ProjectTable } from "./project-table";
import { useProjectList } from "./use-project-list";

const ManagedProjectDialog = lazyPart(() =>
  import("../details/managed-project-dialog").then(({ ManagedProjectDialog }) => ManagedProjectDialog),
);
const ManagedMenu = lazyPart(
  () => import("./managed-menu").then(({ ManagedMenu }) => ManagedMenu),
  ({ trigger }) => trigger,
);
const DeleteProjectDialog = lazyPart(() => import("../delete-project-dialog").then(({ DeleteProjectDialog }) => DeleteProjectDialog));

interface ProjectListProps extends Links {
  initial: InitialPage<ProjectPage, ProjectSort> | null;
  mapsOrigin: string;
  layout: ProjectLayout;
  /** Stored above the list, so that typed text survives a change of mode. */
  asked: ReturnType<typeof useListQuery<ProjectSort>>;
  onCreate: () => void;
  onReplaceMap: (projectId: string) => void;
  accountId: string;
  /** Must be stable. */
  onReplace: ManagedActions["onReplace"];
}

export function ProjectList(props: ProjectListProps) {
  const { initial, linked, linkedProject, linkedFiles, mapsOrigin, asked, accountId, onCreate, onReplaceMap, onReplace } = props;
  const { isGallery, button: layoutButton } = useLayout(props.layout);
  const list = useProjectList({ path: "/api/project/all", schema: projectPageAnswer, asked, hasStatus: true, initial });
  const [deleted, setDeleted] = useState<ManagedProject | null>(null);
  const { openMap } = useMapSelection();
  const { openFiles } = useOpenFiles();
  const projects = list.rows ?? [];
  const { opened, openProject, closeProject } = useOpenProject(projects, linkedProject);
  const { onFavourite } = list;
  const features = useMemo(() => {
    const actions = { accountId, onView: openProject, onFiles: openFiles, onDelete: setDeleted, onReplace };
    const menuOf: MenuOf<ManagedProject> = (project, menu) => <ManagedMenu project={project} {...actions} {...menu} />;
    return { openLabel: "View Map", onViewProject: openProject, onOpen: openMap, onFavourite, badgeOf, menuOf } as const;
  }, [accountId, openProject, openMap, openFiles, onReplace, onFavourite]);
  const refresh = () => void list.refresh();
  useImportChanges(refresh);
  const create = (
    <Button onClick={onCreate}>
      <Plus aria-hidden />
      Create Project
    </Button>
  );

  return (
    <div className="grid gap-4">
      <ListToolbar list={list} creatorsPath="/api/project/creators">
        {layoutButton}
        <RefreshButton isBusy={list.isRefreshing} onRefresh={list.reload} />
      </ListToolbar>
      <PagedList
        list={list}
        noun={["project", "projects"]}
        loadingLabel="Loading projects..."
        skeleton={isGallery ? <GallerySkeleton /> : null}
        errorMessage="Failed to load projects from server"
        hasBannerAlways
        empty={
          list.isSearched || list.filters.count > 0 ? (
            <NoMatch list={list} />
          ) : (
            <EmptyState icon={MapIcon} title="No projects found. Create your first project!" action={create} />
          )
        }
      >
        {(rows) =>
          isGallery ? (
            <ProjectGallery label="Projects" projects={rows} features={features} isStale={list.isStale} />
          ) : (
            <ProjectTable projects={rows} order={list.order} isStale={list.isStale} features={features} />
          )
        }
      </PagedList>
      {opened ? (
        <ManagedProjectDialog
          key={opened._id}
          project={opened}
          mapsOrigin={mapsOrigin}
          onChange={refresh}
          onReplaceMap={() => onReplaceMap(opened._id)}
          onClose={closeProject}
        />
      ) : null}
      {deleted ? <DeleteProjectDialog project={deleted} reload={list.refresh} onClose={() => setDeleted(null)} /> : null}
      <MapViewer managesAccess projects={projects} linked={linked} mapsOrigin={mapsOrigin} />
      <FileManagerHost projects={projects} linked={linkedFiles} />
    </div>
  );
}
