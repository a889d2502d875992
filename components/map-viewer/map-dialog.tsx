"use client";

import { MapPinOff } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { classNames } from "@/components/ui/class-names";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FrameEdge } from "./frame-edge";
import { FullScreenBar, ModalFooter, ModalHeader } from "./map-bars";
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

/** On a phone held sideways there is no height to spare around the modal. */
const modalStyles =
  "h-[92dvh] sm:h-[86dvh] sm:max-w-6xl [@media(max-height:32rem)]:h-dvh [@media(max-height:32rem)]:max-h-none [@media(max-height:32rem)]:w-full [@media(max-height:32rem)]:max-w-none [@media(max-height:32rem)]:rounded-none";

/** The panel itself has the focus at first; from there Shift+Tab would lead out of the dialog, and be led back to the panel. */
function goRoundBackwards(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== "Tab" || !event.shiftKey || event.target !== event.currentTarget) return;
  event.preventDefault();
  const stops = Array.from(event.currentTarget.querySelectorAll<HTMLElement>("a[href], button"));
  stops.at(-1)?.focus();
}

/** The ways past the map: the frame is the first stop of the modal, and the last of the full screen. */
function edgesOf(isFullScreen: boolean, panel: RefObject<HTMLDivElement | null>) {
  if (isFullScreen) return { after: <FrameEdge label="Leave Map" onPress={() => panel.current?.focus()} /> };
  return { before: <FrameEdge label="Skip Map" onPress={() => panel.current?.querySelector<HTMLElement>("footer a")?.focus()} /> };
}

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
        onKeyDown={goRoundBackwards}
        onOpenAutoFocus={(event) => {
          // Left to itself the focus would go into the frame, where Escape does not reach us.
          event.preventDefault();
          panel.current?.focus();
        }}
        className={classNames(project.viewMap && modalStyles, isFullScreen && fullScreenStyles)}
      >
        {isFullScreen ? <FullScreenBar project={project} /> : <ModalHeader project={project} />}
        <div className="min-h-0 flex-1">
          {project.viewMap ? (
            <MapFrame
              key={`${project.safeName} ${project.viewMap}`}
              name={project.name}
              address={project.viewMap}
              mapsOrigin={mapsOrigin}
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
