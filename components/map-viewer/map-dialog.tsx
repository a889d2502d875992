"use client";

import { MapPinOff } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { originOf } from "@/lib/maps/origins/schema";
import { MapBar } from "./map-bar";
import { MapFrame } from "./map-frame";
import type { MapProject } from "./use-map-selection";

interface MapDialogProps {
  project: MapProject;
  mapsOrigin: string;
  isFullScreen: boolean;
  onFullScreen: () => void;
  onClose: () => void;
}

const wholeWindow =
  "inset-0 h-dvh max-h-none rounded-none sm:inset-0 sm:top-0 sm:bottom-0 sm:left-0 sm:h-dvh sm:w-full sm:max-w-none sm:translate-x-0 sm:translate-y-0 sm:rounded-none";

/** Shift+Tab on the panel, which is focused first, would leave the dialog. */
function goRoundBackwards(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== "Tab" || !event.shiftKey || event.target !== event.currentTarget) return;
  event.preventDefault();
  const stops = Array.from(event.currentTarget.querySelectorAll<HTMLElement>("a[href], button"));
  stops.at(-1)?.focus();
}

/** Closes the map when the browser leaves its full screen. Pages don't see an Escape that a frame gets. */
function useFullScreenEnd(panel: RefObject<HTMLDivElement | null>, onClose: () => void) {
  useEffect(() => {
    // The event of a dialog that Back has closed has another target, and may come after Forward has opened this one.
    const closeAfter = ({ target }: Event) => (target === panel.current && !document.fullscreenElement ? onClose() : undefined);
    document.addEventListener("fullscreenchange", closeAfter);
    return () => document.removeEventListener("fullscreenchange", closeAfter);
  }, [panel, onClose]);
}

/** The map in the whole window, or full screen. One dialog, so that the map keeps its position and zoom. */
export function MapDialog({ project, mapsOrigin, isFullScreen, onFullScreen, onClose }: MapDialogProps) {
  const panel = useRef<HTMLDivElement>(null);
  useFullScreenEnd(panel, onClose);
  // The pressed button no longer exists.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the view changes
  useEffect(() => {
    panel.current?.focus();
  }, [isFullScreen]);
  const goFullScreen = () => {
    // An iPhone has no full screen for pages: the map then fills the window.
    if (document.fullscreenEnabled) panel.current?.requestFullscreen().catch(() => undefined);
    onFullScreen();
  };
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        ref={panel}
        aria-describedby={undefined}
        onKeyDown={goRoundBackwards}
        onOpenAutoFocus={(event) => {
          // Radix would focus the frame, in which Escape doesn't close the dialog.
          event.preventDefault();
          panel.current?.focus();
        }}
        className={cn(project.viewMap && wholeWindow)}
      >
        <MapBar project={project} isFullScreen={isFullScreen} onFullScreen={goFullScreen} />
        <div className="min-h-0 flex-1">
          {project.viewMap ? (
            <MapFrame
              key={`${project.safeName} ${project.viewMap} ${project.allowsLocation}`}
              project={project}
              address={project.viewMap}
              mapsOrigin={mapsOrigin}
              mapOrigin={originOf(mapsOrigin, project._id)}
              // The dialog doesn't see the Tab that leaves a frame, so a frame can't be its last stop.
              after={
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() => panel.current?.focus()}
                  className="sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:top-3 focus-visible:left-1/2 focus-visible:z-10 focus-visible:h-8 focus-visible:-translate-x-1/2 focus-visible:px-3"
                >
                  Leave Map
                </Button>
              }
            />
          ) : (
            <EmptyState icon={MapPinOff} title="No Map Available" className="size-full">
              No map URL is configured for this project.
            </EmptyState>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
