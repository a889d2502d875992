"use client";

import { useState } from "react";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { Dialog, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import type { ImageChange } from "@/lib/maps/images/schema";
import type { ProjectDetails, ProjectSummary } from "@/lib/projects/schema";
import { EditProjectPanel } from "./edit-project-panel";
import { ProjectViewPanel } from "./project-view-panel";
import { useProjectDetails } from "./use-project-details";

interface ManagedProjectDialogProps {
  project: ProjectSummary;
  /** Opens it for editing. */
  isEditing: boolean;
  onChange: () => void;
  onReplaceMap: () => void;
  onClose: () => void;
}

export function ManagedProjectDialog({ project, isEditing, onChange, onReplaceMap, onClose }: ManagedProjectDialogProps) {
  const loaded = useProjectDetails(project._id, onChange);
  const [mode, setMode] = useState<"view" | "edit" | "viewed-again">(isEditing ? "edit" : "view");
  const [isSaving, setSaving] = useState(false);
  const [changed, setChanged] = useState<ImageChange["project"]>();

  function close() {
    if (!isSaving) leaveScreen(onClose);
  }

  function showSaved(saved: ProjectDetails) {
    loaded.replace(saved);
    setMode("viewed-again");
    onChange();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <DialogContent
        aria-describedby={undefined}
        className="sm:top-[max(1rem,6dvh)] sm:max-h-[calc(100dvh-max(2rem,12dvh))] sm:max-w-2xl sm:translate-y-0"
        onInteractOutside={(event) => {
          if (mode === "edit") event.preventDefault();
        }}
      >
        <DialogHeader closeLabel={null}>
          <p className="text-ink-muted text-sm">{mode === "edit" ? "Edit Project" : "Project Details"}</p>
          <DialogTitle>
            <bdi>{project.name}</bdi>
          </DialogTitle>
        </DialogHeader>
        {mode === "edit" && loaded.details ? (
          <EditProjectPanel
            project={loaded.details}
            onSaving={setSaving}
            onSaved={showSaved}
            onGone={onChange}
            onCancel={() => setMode("viewed-again")}
            onClose={close}
          />
        ) : (
          <ProjectViewPanel
            project={{ ...project, ...changed }}
            loaded={loaded}
            focusesEdit={mode === "viewed-again"}
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
            onClose={close}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
