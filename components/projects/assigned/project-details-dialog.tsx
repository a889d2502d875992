"use client";

import { ExternalLink, Map as MapIcon } from "lucide-react";
import { useId } from "react";
import { NewTabLink } from "@/components/map-viewer/new-tab-link";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import type { ProjectSummary } from "@/lib/projects/schema";
import { ProjectFacts } from "../details/project-facts";
import { NO_MAP } from "../list/project-cells";

interface ProjectDetailsDialogProps {
  project: ProjectSummary;
  onOpenMap: () => void;
  onClose: () => void;
}

export function ProjectDetailsDialog({ project, onOpenMap, onClose }: ProjectDetailsDialogProps) {
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
          <QuickActions viewMap={project.viewMap} onOpenMap={onOpenMap} />
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

function QuickActions({ viewMap, onOpenMap }: { viewMap: string | null; onOpenMap: () => void }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mt-5 border-t pt-4">
      <h3 id={heading} className="text-ink-muted text-sm">
        Quick Actions
      </h3>
      <div className="mt-2 grid grid-cols-2 gap-2 sm:flex">
        <Button variant="secondary" disabled={!viewMap} title={viewMap ? undefined : NO_MAP} onClick={onOpenMap}>
          <MapIcon aria-hidden />
          Open Map
        </Button>
        {viewMap ? (
          <NewTabLink address={viewMap} />
        ) : (
          <Button variant="secondary" disabled title={NO_MAP}>
            <ExternalLink aria-hidden />
            Open in New Tab
          </Button>
        )}
      </div>
    </section>
  );
}
