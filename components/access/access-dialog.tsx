"use client";

import { leaveScreen } from "@/components/shared/form/leave-guard";
import { Dialog, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { AccessPanel } from "./access-panel";
import type { AccessProject } from "./access-project";

interface AccessDialogProps {
  project: AccessProject;
  onClose: () => void;
}

/** Shows who may open a map, over another screen. */
export function AccessDialog({ project, onClose }: AccessDialogProps) {
  const close = () => leaveScreen(onClose);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <DialogContent
        aria-describedby={undefined}
        className="h-[92dvh] sm:h-[min(50rem,calc(100dvh-max(2rem,12dvh)))] sm:max-w-2xl"
        onInteractOutside={(event) => event.preventDefault()}
      >
        <DialogHeader closeLabel={null}>
          <p className="text-ink-muted text-sm">Access</p>
          <DialogTitle>
            <bdi>{project.name}</bdi>
          </DialogTitle>
        </DialogHeader>
        <AccessPanel project={project} onChange={() => undefined} onClose={close} />
      </DialogContent>
    </Dialog>
  );
}
