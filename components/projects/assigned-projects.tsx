"use client";

import { ExternalLink, Inbox, Map as MapIcon, RotateCw, SearchX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo, useState, useTransition } from "react";
import { type LinkedMap, MapViewer } from "@/components/map-viewer/map-viewer";
import { useMapSelection } from "@/components/map-viewer/use-map-selection";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { ProjectSort, ProjectSummary } from "@/lib/projects/schema";
import { arrangeProjects } from "./assigned-order";
import { AssignedTable } from "./assigned-table";
import { ListToolbar } from "./list-toolbar";
import { ProjectDetailsDialog } from "./project-details-dialog";

interface AssignedProjectsProps {
  projects: ProjectSummary[];
  linked: LinkedMap | null;
  mapsOrigin: string;
}

/** The projects of a plain user: to look at, not to change. */
export function AssignedProjects({ projects, linked, mapsOrigin }: AssignedProjectsProps) {
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<ProjectSort>("all");
  const [viewed, setViewed] = useState<ProjectSummary | null>(null);
  const { openMap } = useMapSelection();
  const arranged = useMemo(() => arrangeProjects(projects, search, sort), [projects, search, sort]);
  return (
    <div className="grid gap-5">
      <PageHeader
        title="My Assigned Projects"
        description={`${projects.length} ${projects.length === 1 ? "project" : "projects"} assigned`}
        actions={<RefreshButton />}
      />
      {projects.length === 0 ? (
        <NothingAssigned />
      ) : (
        <div className="grid gap-4">
          <ListToolbar search={search} onSearchChange={setSearch} sort={sort} onSortChange={setSort} />
          {arranged.length > 0 ? (
            <AssignedTable projects={arranged} onViewDetails={setViewed} onOpenMap={openMap} />
          ) : (
            <NoMatch onClearSearch={() => setSearch("")} />
          )}
        </div>
      )}
      {viewed ? (
        <ProjectDetailsDialog
          project={viewed}
          actions={
            <QuickActions
              project={viewed}
              onOpenMap={() => {
                setViewed(null);
                openMap(viewed);
              }}
            />
          }
          onClose={() => setViewed(null)}
        />
      ) : null}
      <MapViewer projects={projects} linked={linked} mapsOrigin={mapsOrigin} />
    </div>
  );
}

function RefreshButton() {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  return (
    <Button variant="secondary" busy={isRefreshing} onClick={() => startRefresh(() => router.refresh())}>
      {isRefreshing ? null : <RotateCw aria-hidden />}
      Refresh
    </Button>
  );
}

function NothingAssigned() {
  return (
    <>
      <Notice live={false}>No projects have been assigned to you yet. Contact your administrator for project access.</Notice>
      <Card>
        <EmptyState icon={Inbox} title="No Projects Assigned">
          You don't have any projects assigned to you yet. Contact your administrator to get access to projects.
        </EmptyState>
      </Card>
    </>
  );
}

function NoMatch({ onClearSearch }: { onClearSearch: () => void }) {
  const clear = (
    <Button variant="secondary" onClick={onClearSearch}>
      Clear search
    </Button>
  );
  return (
    <Card>
      <EmptyState icon={SearchX} title="No projects match your search." action={clear} />
    </Card>
  );
}

function QuickActions({ project, onOpenMap }: { project: ProjectSummary; onOpenMap: () => void }) {
  if (!project.viewMap) return null;
  return (
    <fieldset className="contents">
      <legend className="sr-only">Quick Actions</legend>
      <Button variant="secondary" onClick={onOpenMap}>
        <MapIcon aria-hidden />
        Open Map
      </Button>
      <Button asChild variant="secondary">
        <a href={project.viewMap} target="_blank" rel="noopener noreferrer">
          <ExternalLink aria-hidden />
          Open in New Tab
        </a>
      </Button>
    </fieldset>
  );
}
