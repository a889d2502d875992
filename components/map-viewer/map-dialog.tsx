"use client";

import { MapPinOff, Maximize, UserPlus, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { linkTo } from "@/components/access/access-project";
import { CopyLinkButton } from "@/components/shared/copy-link-button";
import { EmptyState } from "@/components/shared/empty-state";
import { lazyPart } from "@/components/shared/lazy-part";
import { DateText } from "@/components/shared/time/date-text";
import { Button, IconButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { originOf } from "@/lib/maps/origins/schema";
import { MapFrame } from "./map-frame";
import { NewTabLink } from "./new-tab-link";
import type { MapProject } from "./use-map-selection";

const AccessDialog = lazyPart(() => import("@/components/access/access-dialog").then(({ AccessDialog }) => AccessDialog));

interface MapDialogProps {
  project: MapProject;
  mapsOrigin: string;
  /** Offers to change who may open the map. */
  managesAccess: boolean;
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
export function MapDialog({ project, mapsOrigin, managesAccess, isFullScreen, onFullScreen, onClose }: MapDialogProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [showsAccess, setShowsAccess] = useState(false);
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
        <MapBar
          project={project}
          isFullScreen={isFullScreen}
          onFullScreen={goFullScreen}
          onAccess={managesAccess ? () => setShowsAccess(true) : null}
        />
        <div className="min-h-0 flex-1">
          {project.viewMap ? (
            <MapFrame
              key={`${project.safeName} ${project.viewMap} ${project.allowsLocation} ${project.allowsCamera}`}
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
        {showsAccess ? <AccessDialog project={project} onClose={() => setShowsAccess(false)} /> : null}
      </DialogContent>
    </Dialog>
  );
}

/** Labels become icons where the bar is narrow. */
const onNavy =
  "h-10 min-w-[40px] border-transparent bg-transparent px-[10px] text-sidebar-ink shadow-none not-disabled:hover:border-transparent not-disabled:hover:bg-sidebar-raised not-disabled:hover:text-white focus-visible:outline-sidebar-accent pointer-coarse:h-10";
const wide = "@max-5xl:sr-only";

interface MapBarProps {
  project: MapProject;
  isFullScreen: boolean;
  onFullScreen: () => void;
  /** Null for those who can't change who may open the map. */
  onAccess: (() => void) | null;
}

/** The bar above the map, one line of 44 px. */
function MapBar({ project, isFullScreen, onFullScreen, onAccess }: MapBarProps) {
  const { name, viewMap, createdAt } = project;
  return (
    <header className="@container shrink-0 bg-sidebar text-sidebar-ink">
      <div className="flex h-11 items-center gap-1 pr-0.5 pl-4">
        <DialogTitle title={isFullScreen ? undefined : name} className="min-w-0 truncate text-base">
          {isFullScreen ? "Full Screen Map View" : <bdi>{name}</bdi>}
        </DialogTitle>
        {isFullScreen ? (
          <DialogDescription title={name} className="min-w-0 flex-1 truncate px-2 text-sidebar-muted text-sm">
            <bdi>{name}</bdi>
          </DialogDescription>
        ) : (
          <div className="mr-auto flex shrink-0 gap-3 @5xl:px-2 text-sidebar-muted text-sm">
            <h3 className={wide}>Interactive Map View</h3>
            <p className={wide}>
              Created <DateText value={createdAt} />
            </p>
          </div>
        )}
        {onAccess && !isFullScreen ? (
          <IconButton
            icon={UserPlus}
            title="Access"
            label={<span className={wide}>Access</span>}
            variant="secondary"
            onClick={onAccess}
            className={onNavy}
          />
        ) : null}
        {viewMap && !isFullScreen ? (
          <>
            <CopyLinkButton path={linkTo(project)} title="Copy link" label={<span className={wide}>Copy link</span>} className={onNavy} />
            <IconButton
              icon={Maximize}
              title="Full Screen View"
              label={<span className={wide}>Full Screen View</span>}
              variant="secondary"
              onClick={onFullScreen}
              className={onNavy}
            />
          </>
        ) : null}
        {viewMap ? <NewTabLink address={viewMap} labelClassName={wide} className={onNavy} /> : null}
        <DialogClose asChild>
          <IconButton icon={X} title="Close" label={<span className={wide}>Close</span>} variant="secondary" className={onNavy} />
        </DialogClose>
      </div>
    </header>
  );
}
