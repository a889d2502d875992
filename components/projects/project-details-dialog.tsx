"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import type { ProjectSummary } from "@/lib/projects/schema";
import { ProjectFacts } from "./details/project-facts";

interface ProjectDetailsDialogProps {
  project: ProjectSummary;
  /** What can be done with it; stands below what is known of it. */
  quickActions?: ReactNode;
  onClose: () => void;
}

/** The details of a project for those it is assigned to, who change nothing about it. */
export function ProjectDetailsDialog({ project, quickActions, onClose }: ProjectDetailsDialogProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent aria-describedby={undefined}>
        <DialogHeader closeLabel={null}>
          <p className="text-ink-muted text-sm">Project Details</p>
          <DialogTitle>
            <bdi>{project.name}</bdi>
          </DialogTitle>
        </DialogHeader>
        <DialogBody>
          <ProjectFacts project={project} />
          {quickActions}
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button className="max-sm:w-full">Close</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
