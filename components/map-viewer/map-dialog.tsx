"use client";

import { ExternalLink, MapPinOff, Maximize, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { DateText } from "@/components/shared/date-text";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { MapFrame } from "./map-frame";
import type { MapProject } from "./use-map-selection";

interface MapDialogProps {
  project: MapProject;
  mapsOrigin: string;
  isFullScreen: boolean;
  onFullScreen: () => void;
  onClose: () => void;
}

const fullScreenStyles =
  "inset-0 h-dvh max-h-none rounded-none sm:inset-0 sm:top-0 sm:bottom-0 sm:left-0 sm:h-dvh sm:w-full sm:max-w-none sm:translate-x-0 sm:translate-y-0 sm:rounded-none";

/**
 * The map, as a modal or over the full screen. Both are one dialog, so that the map keeps its place and zoom
 * when it goes from one to the other.
 */
export function MapDialog({ project, mapsOrigin, isFullScreen, onFullScreen, onClose }: MapDialogProps) {
  const panel = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone with the modal's frame; the focus stays with the map.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of view is the occasion
  useEffect(() => {
    panel.current?.focus();
  }, [isFullScreen]);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        ref={panel}
        aria-describedby={undefined}
        onOpenAutoFocus={(event) => {
          // Left to itself the focus would go into the frame, where Escape does not reach us.
          event.preventDefault();
          panel.current?.focus();
        }}
        className={classNames(project.viewMap && "h-[92dvh] sm:h-[86dvh] sm:max-w-6xl", isFullScreen && fullScreenStyles)}
      >
        {isFullScreen ? <FullScreenBar project={project} /> : <ModalHeader project={project} />}
        <div className="min-h-0 flex-1">
          {project.viewMap ? (
            <MapFrame key={project.viewMap} name={project.name} address={project.viewMap} mapsOrigin={mapsOrigin} />
          ) : (
            <EmptyState icon={MapPinOff} title="No Map Available" className="size-full">
              No map URL is configured for this project.
            </EmptyState>
          )}
        </div>
        {isFullScreen ? null : <ModalFooter project={project} onFullScreen={onFullScreen} />}
      </DialogContent>
    </Dialog>
  );
}

function ModalHeader({ project }: { project: MapProject }) {
  return (
    <DialogHeader closeLabel={null}>
      <DialogTitle>{project.name}</DialogTitle>
      <h3 className="text-ink-muted">Interactive Map View</h3>
    </DialogHeader>
  );
}

function ModalFooter({ project, onFullScreen }: { project: MapProject; onFullScreen: () => void }) {
  return (
    <DialogFooter className="max-sm:grid max-sm:grid-cols-2">
      <p className="mr-auto text-ink-muted max-sm:col-span-2">
        Created <DateText value={project.createdAt} />
      </p>
      {project.viewMap ? (
        <>
          <NewTabLink address={project.viewMap} />
          <Button variant="secondary" onClick={onFullScreen}>
            <Maximize aria-hidden />
            Full Screen View
          </Button>
        </>
      ) : null}
      <DialogClose asChild>
        <Button className="max-sm:col-span-2">Close</Button>
      </DialogClose>
    </DialogFooter>
  );
}

function FullScreenBar({ project }: { project: MapProject }) {
  return (
    <header className="flex h-14 shrink-0 items-center gap-3 bg-sidebar px-4 text-sidebar-ink">
      <div className="min-w-0 flex-1">
        <DialogTitle className="truncate text-base">Full Screen Map View</DialogTitle>
        <DialogDescription className="truncate text-sidebar-muted text-sm">{project.name}</DialogDescription>
      </div>
      {project.viewMap ? <NewTabLink address={project.viewMap} isOnNavy /> : null}
      <DialogClose asChild>
        <Button variant="ghost" size="icon" aria-label="Close" className={onNavy}>
          <X aria-hidden />
        </Button>
      </DialogClose>
    </header>
  );
}

const onNavy =
  "border-sidebar-line bg-transparent text-sidebar-ink shadow-none not-disabled:hover:border-sidebar-muted not-disabled:hover:bg-sidebar-raised not-disabled:hover:text-white focus-visible:outline-sidebar-accent";

function NewTabLink({ address, isOnNavy = false }: { address: string; isOnNavy?: boolean }) {
  return (
    <Button asChild variant="secondary" className={isOnNavy ? [onNavy, "max-sm:px-3"].join(" ") : undefined}>
      <a href={address} target="_blank" rel="noopener noreferrer">
        <ExternalLink aria-hidden />
        <span className={isOnNavy ? "max-sm:sr-only" : undefined}>Open in New Tab</span>
      </a>
    </Button>
  );
}
