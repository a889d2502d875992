"use client";

import { Maximize, X } from "lucide-react";
import { CopyLinkButton } from "@/components/shared/copy-link-button";
import { DateText } from "@/components/shared/time/date-text";
import { IconButton } from "@/components/ui/button";
import { DialogClose, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { NewTabLink } from "./new-tab-link";
import type { MapProject } from "./use-map-selection";

/** Labels become icons where the bar is narrow. */
const onNavy =
  "h-10 min-w-10 border-transparent bg-transparent px-2.5 text-sidebar-ink shadow-none not-disabled:hover:border-transparent not-disabled:hover:bg-sidebar-raised not-disabled:hover:text-white focus-visible:outline-sidebar-accent pointer-coarse:h-10";
const wide = "@max-5xl:sr-only";

/** Returns the path to copy: the map's own address, or the viewer's where the map is on another site. */
function linkTo({ safeName, viewMap }: MapProject): string {
  const own = `/projects/maps/${safeName}/`;
  return viewMap === new URL(own, window.location.origin).href ? own : `/projects?map=${safeName}`;
}

interface MapBarProps {
  project: MapProject;
  isFullScreen: boolean;
  onFullScreen: () => void;
}

/** The bar above the map, one line of 44 px. */
export function MapBar({ project, isFullScreen, onFullScreen }: MapBarProps) {
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
          <div className="mr-auto flex shrink-0 gap-3 px-2 text-sidebar-muted text-sm">
            <h3 className={wide}>Interactive Map View</h3>
            <p className={wide}>
              Created <DateText value={createdAt} />
            </p>
          </div>
        )}
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
