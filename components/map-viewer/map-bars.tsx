"use client";

import { Maximize, X } from "lucide-react";
import { DateText } from "@/components/shared/time/date-text";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { NewTabLink } from "./new-tab-link";
import type { MapProject } from "./use-map-selection";

/** One line on low screens. */
export function ModalHeader({ project }: { project: MapProject }) {
  return (
    <DialogHeader closeLabel={null} className="[@media(max-height:32rem)]:py-1.5">
      <div className="min-w-0 [@media(max-height:32rem)]:flex [@media(max-height:32rem)]:items-baseline [@media(max-height:32rem)]:gap-3">
        <DialogTitle title={project.name} className="[@media(max-height:32rem)]:truncate [@media(max-height:32rem)]:text-base">
          <bdi>{project.name}</bdi>
        </DialogTitle>
        <h3 className="shrink-0 text-ink-muted">Interactive Map View</h3>
      </div>
    </DialogHeader>
  );
}

export function ModalFooter({ project, onFullScreen }: { project: MapProject; onFullScreen: () => void }) {
  return (
    <DialogFooter className="max-sm:grid max-sm:grid-cols-2 [@media(max-height:32rem)]:flex [@media(max-height:32rem)]:flex-nowrap [@media(max-height:32rem)]:py-1.5">
      <p className="mr-auto min-w-0 truncate text-ink-muted max-sm:col-span-2">
        Created <DateText value={project.createdAt} />
      </p>
      {project.viewMap ? (
        <>
          <NewTabLink address={project.viewMap} className="[@media(max-height:32rem)]:px-3" />
          <Button variant="secondary" onClick={onFullScreen} className="[@media(max-height:32rem)]:px-3">
            <Maximize aria-hidden />
            Full Screen View
          </Button>
        </>
      ) : null}
      <DialogClose asChild>
        <Button className="max-sm:col-span-2 [@media(max-height:32rem)]:px-3">Close</Button>
      </DialogClose>
    </DialogFooter>
  );
}

const onNavy =
  "border-sidebar-line bg-transparent text-sidebar-ink shadow-none not-disabled:hover:border-sidebar-muted not-disabled:hover:bg-sidebar-raised not-disabled:hover:text-white focus-visible:outline-sidebar-accent";

export function FullScreenBar({ project }: { project: MapProject }) {
  return (
    <header className="flex h-14 shrink-0 items-center gap-3 bg-sidebar px-4 text-sidebar-ink [@media(max-height:32rem)]:h-12">
      <div className="min-w-0 flex-1 [@media(max-height:32rem)]:flex [@media(max-height:32rem)]:items-baseline [@media(max-height:32rem)]:gap-3">
        <DialogTitle className="truncate text-base [@media(max-height:32rem)]:shrink-0">Full Screen Map View</DialogTitle>
        <DialogDescription title={project.name} className="truncate text-sidebar-muted text-sm">
          <bdi>{project.name}</bdi>
        </DialogDescription>
      </div>
      {project.viewMap ? <NewTabLink address={project.viewMap} isShort className={`${onNavy} max-sm:px-3`} /> : null}
      <DialogClose asChild>
        <Button variant="ghost" size="icon" aria-label="Close" className={onNavy}>
          <X aria-hidden />
        </Button>
      </DialogClose>
    </header>
  );
}
