"use client";

import type { ReactNode } from "react";
import { DateText } from "@/components/shared/date-text";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import type { ProjectSummary } from "@/lib/projects/schema";
import { CreatorCell } from "./project-cells";

interface ProjectDetailsDialogProps {
  project: ProjectSummary;
  /** How many people may open it; only for those who may know. */
  assignedUserCount?: number;
  /** What shows its map, above what is known of it. */
  picture?: ReactNode;
  /** What can be done with it; stands below what is known of it. */
  quickActions?: ReactNode;
  onClose: () => void;
}

export function ProjectDetailsDialog({ project, assignedUserCount, picture, quickActions, onClose }: ProjectDetailsDialogProps) {
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
          {picture}
          <dl className="grid gap-4 sm:grid-cols-2">
            <Detail term="Description" isWide>
              {project.description || <Missing>No description available</Missing>}
            </Detail>
            <Detail term="Map URL" isWide>
              {project.viewMap ? (
                <a
                  href={project.viewMap}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="text-accent-ink underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
                >
                  {project.viewMap}
                </a>
              ) : (
                <Missing>No map URL set</Missing>
              )}
            </Detail>
            <Detail term="Created By">
              <CreatorCell project={project} />
            </Detail>
            <Detail term="Date Created">
              <DateText value={project.createdAt} />
            </Detail>
            {assignedUserCount === undefined ? null : (
              <Detail term="Assigned Users">
                <span className="tabular-nums">{assignedUserCount}</span>
              </Detail>
            )}
          </dl>
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

function Detail({ term, isWide = false, children }: { term: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? "sm:col-span-2" : undefined}>
      <dt className="text-ink-muted text-sm">{term}</dt>
      <dd className="wrap-anywhere mt-0.5">{children}</dd>
    </div>
  );
}

function Missing({ children }: { children: ReactNode }) {
  return <span className="text-ink-faint">{children}</span>;
}
