import { memo, type ReactNode, type Ref } from "react";
import { DateText } from "@/components/shared/time/date-text";
import type { ProjectSummary } from "@/lib/projects/schema";
import { MapPicture } from "../picture/map-picture";
import { FavouriteButton, type OnFavourite } from "./favourite-button";
import { type ProjectAction, ProjectMenu } from "./project-menu";

export interface CardFeatures<Project> {
  openLabel: "View Map" | "Open Map";
  onOpen: (project: Project) => void;
  onFavourite: OnFavourite;
  actionsOf?: (project: Project) => ProjectAction[];
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
  const { openLabel, onOpen, onFavourite, actionsOf, badgeOf } = features;
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
          {actionsOf ? <ProjectMenu name={project.name} actions={actionsOf(project)} /> : null}
        </div>
      </div>
    </li>
  );
}

/** Shows a project in a gallery. A click anywhere on the card opens its map. Memoized, so that scrolling doesn't render it again. */
export const ProjectCard = memo(PlainProjectCard) as typeof PlainProjectCard;
