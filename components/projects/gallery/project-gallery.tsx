"use client";

import { Fragment, useEffect, useRef, useState } from "react";
import { useWindowRows, WHOLE_LIST } from "@/components/shared/list/use-window-rows";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { ProjectSummary } from "@/lib/projects/schema";
import { type CardFeatures, ProjectCard } from "./project-card";

/** Pixels between cards, as `gap-4`. */
const GAP = 16;
const LINE_HEIGHT = 260;

export const galleryStyles = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-4";

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
  const { shown, gapBelow, measure, onFocus } = useWindowRows({
    box: grid,
    count: Math.ceil(projects.length / columns),
    estimate: LINE_HEIGHT,
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
            <ProjectCard key={project._id} ref={at === 0 ? measure : undefined} project={project} features={features} index={line} />
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
