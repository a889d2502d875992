"use client";

import { useState } from "react";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { Dialog, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import type { ImageChange } from "@/lib/maps/images/schema";
import type { ManagedProject, ProjectDetails } from "@/lib/projects/schema";
import { EditProjectPanel } from "../edit-project-panel";
import { ProjectViewPanel } from "../project-view-panel";
import { useProjectDetails } from "../use-project-details";

interface ManagedProjectDialogProps {
  /** As the list has it. */
  project: ManagedProject;
  /** Something of it is another now, or it is gone: the list is not what it was. */
  onChange: () => void;
  onPictureChange: (now: ImageChange["project"]) => void;
  onReplaceMap: () => void;
  onClose: () => void;
}

/** Project Details (spec 001 §2.4): first to look at, then, if wanted, to change. */
export function ManagedProjectDialog({ project, onChange, onPictureChange, onReplaceMap, onClose }: ManagedProjectDialogProps) {
  const { details, take, ...loading } = useProjectDetails(project._id, onChange);
  const [mode, setMode] = useState<"view" | "edit" | "viewed-again">("view");
  const [isSaving, setSaving] = useState(false);

  function close() {
    // Asks first when something would be lost.
    if (!isSaving) leaveScreen(onClose);
  }

  function showSaved(saved: ProjectDetails) {
    take(saved);
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
        {mode === "edit" && details ? (
          <EditProjectPanel
            project={details}
            onSaving={setSaving}
            onSaved={showSaved}
            onGone={onChange}
            onCancel={() => setMode("viewed-again")}
            onClose={close}
          />
        ) : (
          <ProjectViewPanel
            {...loading}
            project={project}
            details={details}
            focusesEdit={mode === "viewed-again"}
            onPictureChange={onPictureChange}
            onVersionChange={() => {
              loading.reload();
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
