"use client";

import { Fragment, memo, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { useWindowRows, WHOLE_LIST } from "@/components/shared/list/use-window-rows";
import { DateText } from "@/components/shared/time/date-text";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { ProjectSummary } from "@/lib/projects/schema";
import { MapPicture } from "../picture/map-picture";
import { FavouriteButton, type OnFavourite } from "./favourite-button";
import { type MenuOf, ProjectMenu } from "./project-menu";

export interface CardFeatures<Project> {
  openLabel: "View Map" | "Open Map";
  onOpen: (project: Project) => void;
  onFavourite: OnFavourite;
  menuOf?: MenuOf<Project>;
  badgeOf?: (project: Project) => ReactNode;
}

interface ProjectCardProps<Project> {
  project: Project;
  /** Must be stable. */
  features: CardFeatures<Project>;
  index?: number;
  ref?: Ref<HTMLLIElement> | undefined;
}

function PlainProjectCard<Project extends ProjectSummary>({ project, features, index, ref }: ProjectCardProps<Project>) {
  const { openLabel, onOpen, onFavourite, menuOf, badgeOf } = features;
  return (
    <li
      ref={ref}
      data-index={index}
      className="relative flex min-w-0 flex-col overflow-hidden rounded-lg border bg-raised shadow-low transition-colors hover:border-line-strong"
    >
      <MapPicture project={project} className="aspect-video w-full rounded-none border-0 border-b" />
      <div className="flex flex-1 items-start gap-1 p-3">
        <div className="grid min-w-0 flex-1 gap-1">
          <button
            type="button"
            title={project.name}
            aria-label={`${openLabel} ${project.name}`}
            onClick={() => onOpen(project)}
            className="text-left font-medium outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
          >
            <bdi className="wrap-anywhere line-clamp-2">{project.name}</bdi>
          </button>
          {project.description ? (
            <p dir="auto" className="wrap-anywhere line-clamp-2 text-ink-muted text-sm">
              {project.description}
            </p>
          ) : null}
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-muted text-xs">
            <span>
              Updated <DateText value={project.updatedAt} />
            </span>
            {badgeOf?.(project)}
          </p>
        </div>
        <div className="-mt-1 -mr-1.5 flex">
          <FavouriteButton project={project} onChange={onFavourite} />
          {menuOf ? <ProjectMenu project={project} menuOf={menuOf} /> : null}
        </div>
      </div>
    </li>
  );
}

/** Shows a project in a gallery. A click anywhere on the card opens its map. Memoized, so that scrolling doesn't render it again. */
const ProjectCard = memo(PlainProjectCard) as typeof PlainProjectCard;

/** Pixels between cards, as `gap-4`. */
const GAP = 16;

const galleryStyles = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-4";

interface ProjectGalleryProps<Project> {
  label: string;
  projects: Project[];
  features: CardFeatures<Project>;
  isStale: boolean;
}

/** Shows projects as cards. Long galleries have only the visible lines in the document. */
export function ProjectGallery<Project extends ProjectSummary>({ label, projects, features, isStale }: ProjectGalleryProps<Project>) {
  const grid = useRef<HTMLUListElement>(null);
  const [columns, setColumns] = useState(1);
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setColumns(getComputedStyle(element).gridTemplateColumns.split(" ").length));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { shown, isWhole, gapBelow, measure, onFocus } = useWindowRows({
    box: grid,
    count: Math.ceil(projects.length / columns),
    rowGap: GAP,
    isWhole: projects.length <= WHOLE_LIST,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: it only notes which card has the focus
    <ul
      ref={grid}
      aria-label={label}
      aria-busy={isStale}
      onFocus={onFocus}
      className={cn(galleryStyles, isStale && "opacity-60 transition-opacity delay-300")}
    >
      {shown.map(({ index: line, gap }) => (
        <Fragment key={line}>
          <Space height={gap} />
          {projects.slice(line * columns, (line + 1) * columns).map((project, at) => (
            <ProjectCard
              key={project._id}
              ref={at === 0 && !isWhole ? measure : undefined}
              project={project}
              features={features}
              index={line}
            />
          ))}
        </Fragment>
      ))}
      <Space height={gapBelow} />
    </ul>
  );
}

function Space({ height }: { height: number }) {
  return height > 0 ? <li aria-hidden className="col-span-full" style={{ height }} /> : null;
}

export function GallerySkeleton({ label = "Loading projects..." }: { label?: string }) {
  return (
    <div role={label ? "status" : undefined} className={galleryStyles}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: 8 }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike and never move
        <Skeleton key={card} className="aspect-4/3 rounded-lg" />
      ))}
    </div>
  );
}
