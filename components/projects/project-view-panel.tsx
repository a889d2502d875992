"use client";

import { Pencil } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { ProjectView, type ProjectViewProps } from "./project-view";

interface ProjectViewPanelProps extends ProjectViewProps {
  /** On the way back from editing, the focus goes where it came from. */
  focusesEdit: boolean;
  onEdit: () => void;
  onClose: () => void;
}

/** The details of a project, and the way to change them. */
export function ProjectViewPanel({ focusesEdit, onEdit, onClose, ...view }: ProjectViewPanelProps) {
  return (
    <>
      <DialogBody>
        <ProjectView {...view} />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        {/* What is still on its way would change the form under the hands of who fills it in. */}
        <Button disabled={!view.details || view.isLoading} autoFocus={focusesEdit} onClick={onEdit}>
          <Pencil aria-hidden />
          Edit Project
        </Button>
      </DialogFooter>
    </>
  );
}
