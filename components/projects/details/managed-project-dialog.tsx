"use client";

import { useState } from "react";
import { accessSize } from "@/components/access/access-size";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { lazyPart } from "@/components/shared/lazy-part";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { ImageChange } from "@/lib/maps/images/schema";
import type { ProjectDetails, ProjectSummary } from "@/lib/projects/schema";
import { EditProjectPanel } from "./edit-project-panel";
import { ProjectViewPanel } from "./project-view-panel";
import { useProjectDetails } from "./use-project-details";

const AccessPanel = lazyPart(
  () => import("@/components/access/access-panel").then(({ AccessPanel }) => AccessPanel),
  () => (
    <DialogBody>
      <Skeleton className="h-64" />
    </DialogBody>
  ),
);

const MapSettingsPanel = lazyPart(
  () => import("../map-settings/map-settings-panel").then(({ MapSettingsPanel }) => MapSettingsPanel),
  () => (
    <DialogBody>
      <Skeleton className="h-64" />
    </DialogBody>
  ),
);

const ViewsPanel = lazyPart(
  () => import("../views/views-panel").then(({ ViewsPanel }) => ViewsPanel),
  () => (
    <DialogBody>
      <Skeleton className="h-96" />
    </DialogBody>
  ),
);

const headings = { view: "Project Details", edit: "Edit Project", access: "Access", map: "Map Settings", views: "Views" } as const;

interface ManagedProjectDialogProps {
  project: ProjectSummary;
  /** Origin of all maps, as in `originOf`. */
  mapsOrigin: string;
  /** What it shows first. */
  opensWith: "view" | "edit" | "access";
  onChange: () => void;
  onReplaceMap: () => void;
  onClose: () => void;
}

export function ManagedProjectDialog({ project, mapsOrigin, opensWith, onChange, onReplaceMap, onClose }: ManagedProjectDialogProps) {
  const loaded = useProjectDetails(project._id, onChange);
  const { details } = loaded;
  const [mode, setMode] = useState<keyof typeof headings>(opensWith);
  const [left, setLeft] = useState<Exclude<keyof typeof headings, "view">>();
  const [isSaving, setSaving] = useState(false);
  const [changed, setChanged] = useState<ImageChange["project"]>();

  function close() {
    if (!isSaving) leaveScreen(onClose);
  }

  function showDetails() {
    if (mode !== "view") setLeft(mode);
    setMode("view");
  }

  function showSaved(saved: ProjectDetails) {
    loaded.replace(saved);
    showDetails();
    onChange();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <DialogContent
        aria-describedby={undefined}
        className={cn(
          "sm:top-[max(1rem,6dvh)] sm:max-h-[calc(100dvh-max(2rem,12dvh))] sm:max-w-2xl sm:translate-y-0",
          mode === "access" && accessSize,
          mode === "map" && "h-[92dvh] sm:h-[calc(100dvh-max(2rem,12dvh))] sm:max-w-7xl",
        )}
        onInteractOutside={(event) => {
          if (mode !== "view") event.preventDefault();
        }}
      >
        <DialogHeader closeLabel={null}>
          <p className="text-ink-muted text-sm">{headings[mode]}</p>
          <DialogTitle>
            <bdi>{project.name}</bdi>
          </DialogTitle>
        </DialogHeader>
        {mode === "access" ? (
          <AccessPanel
            project={{ ...project, ...details }}
            onChange={() => {
              loaded.reload();
              onChange();
            }}
            onBack={showDetails}
            onClose={close}
          />
        ) : null}
        {mode === "views" ? <ViewsPanel project={project} onBack={showDetails} onClose={close} /> : null}
        {mode === "map" && details ? (
          <MapSettingsPanel project={details} mapsOrigin={mapsOrigin} onSaving={setSaving} onBack={showDetails} onClose={close} />
        ) : null}
        {mode === "edit" && details ? (
          <EditProjectPanel
            project={details}
            onSaving={setSaving}
            onSaved={showSaved}
            onGone={onChange}
            onCancel={showDetails}
            onClose={close}
          />
        ) : null}
        {mode === "view" || (!details && mode !== "access" && mode !== "views") ? (
          <ProjectViewPanel
            project={{ ...project, ...changed }}
            loaded={loaded}
            focused={left}
            onThumbnailChange={(now) => {
              setChanged(now);
              onChange();
            }}
            onVersionChange={() => {
              loaded.reload();
              onChange();
            }}
            onReplaceMap={onReplaceMap}
            onEdit={() => setMode("edit")}
            onAccess={() => setMode("access")}
            onViews={() => setMode("views")}
            onMapSettings={() => setMode("map")}
            onClose={close}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
