"use client";

import { MapPinOff } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { originOf } from "@/lib/maps/origins/schema";
import { FullScreenBar, ModalFooter, ModalHeader } from "./map-bars";
import { MapFrame } from "./map-frame";
import type { MapProject } from "./use-map-selection";

/** A link past the map for keyboard users. The dialog doesn't see the Tab that leaves a frame, so a frame can't be its first or last stop. */
function FrameEdge({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={onPress}
      className="sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:top-3 focus-visible:left-1/2 focus-visible:z-10 focus-visible:h-8 focus-visible:-translate-x-1/2 focus-visible:px-3"
    >
      {label}
    </Button>
  );
}

interface MapDialogProps {
  project: MapProject;
  mapsOrigin: string;
  isFullScreen: boolean;
  onFullScreen: () => void;
  onClose: () => void;
}

const fullScreenStyles =
  "inset-0 h-dvh max-h-none rounded-none sm:inset-0 sm:top-0 sm:bottom-0 sm:left-0 sm:h-dvh sm:w-full sm:max-w-none sm:translate-x-0 sm:translate-y-0 sm:rounded-none";

const modalStyles =
  "h-[92dvh] sm:h-[86dvh] sm:max-w-6xl [@media(max-height:32rem)]:h-dvh [@media(max-height:32rem)]:max-h-none [@media(max-height:32rem)]:w-full [@media(max-height:32rem)]:max-w-none [@media(max-height:32rem)]:rounded-none";

/** Shift+Tab on the panel, which is focused first, would leave the dialog. */
function goRoundBackwards(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== "Tab" || !event.shiftKey || event.target !== event.currentTarget) return;
  event.preventDefault();
  const stops = Array.from(event.currentTarget.querySelectorAll<HTMLElement>("a[href], button"));
  stops.at(-1)?.focus();
}

/** The frame is the first tab stop of the modal and the last of the full screen. */
function edgesOf(isFullScreen: boolean, panel: RefObject<HTMLDivElement | null>) {
  if (isFullScreen) return { after: <FrameEdge label="Leave Map" onPress={() => panel.current?.focus()} /> };
  return { before: <FrameEdge label="Skip Map" onPress={() => panel.current?.querySelector<HTMLElement>("footer a")?.focus()} /> };
}

/** The map as a modal or full screen. One dialog, so that the map keeps its position and zoom. */
export function MapDialog({ project, mapsOrigin, isFullScreen, onFullScreen, onClose }: MapDialogProps) {
  const panel = useRef<HTMLDivElement>(null);
  // The pressed button no longer exists.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the view changes
  useEffect(() => {
    panel.current?.focus();
  }, [isFullScreen]);
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
        className={cn(project.viewMap && modalStyles, isFullScreen && fullScreenStyles)}
      >
        {isFullScreen ? <FullScreenBar project={project} /> : <ModalHeader project={project} />}
        <div className="min-h-0 flex-1">
          {project.viewMap ? (
            <MapFrame
              key={`${project.safeName} ${project.viewMap} ${project.allowsLocation}`}
              project={project}
              address={project.viewMap}
              mapsOrigin={mapsOrigin}
              mapOrigin={originOf(mapsOrigin, project._id)}
              {...edgesOf(isFullScreen, panel)}
            />
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
