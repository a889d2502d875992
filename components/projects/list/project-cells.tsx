import type { ReactNode } from "react";
import type { Column } from "@/components/shared/list/list-table";
import { Badge } from "@/components/ui/badge";
import type { ProjectSummary } from "@/lib/projects/schema";
import type { ProjectStatus } from "@/lib/projects/values";
import { FavouriteButton, type OnFavourite } from "../gallery/favourite-button";
import { MapPicture } from "../picture/map-picture";

export const NO_MAP = "No map URL available";

export function roleOfCreator(project: Pick<ProjectSummary, "createdByModel">): string {
  return project.createdByModel === "SuperAdmin" ? "Super Admin" : "Admin";
}

export function nameOfCreator(project: Pick<ProjectSummary, "createdBy">): string {
  return project.createdBy?.name ?? "Unknown";
}

/** Returns the first `length` graphemes of a text, followed by "..." when cut. */
export function previewText(text: string, length: number): string {
  const characters = Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment);
  return characters.length > length ? `${characters.slice(0, length).join("").trimEnd()}...` : text;
}

export function projectNameColumn<Project extends ProjectSummary>(
  previewLength: number,
  onFavourite: OnFavourite,
  { badgeOf, onView }: { badgeOf?: (project: Project) => ReactNode; onView?: (project: Project) => void } = {},
): Column<Project> {
  return {
    header: "Project Name",
    sorts: ["name-asc", "name-desc"],
    className: "@max-table:col-span-2",
    cell: (project) => (
      <ProjectNameCell
        project={project}
        previewLength={previewLength}
        onFavourite={onFavourite}
        onView={onView && (() => onView(project))}
        badge={badgeOf?.(project)}
      />
    ),
  };
}

interface ProjectNameCellProps {
  project: ProjectSummary;
  previewLength: number;
  onFavourite: OnFavourite;
  /** Makes the name a button that covers the row. */
  onView: (() => void) | undefined;
  badge: ReactNode;
}

function ProjectNameCell({ project, previewLength, onFavourite, onView, badge }: ProjectNameCellProps) {
  const { name, description } = project;
  return (
    <div className="flex items-center gap-3">
      <MapPicture project={project} className="@table:@max-wide:w-12" />
      {/* One line from `wide`, two below. */}
      <div className="min-w-0 flex-1 @wide:[td_&]:flex @wide:[td_&]:items-baseline @wide:[td_&]:gap-2.5">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 @wide:[td_&]:flex-nowrap">
          <p title={name} className="wrap-anywhere min-w-0 font-medium @wide:[td_&]:truncate">
            {onView ? (
              <button
                type="button"
                aria-label={`View Project ${name}`}
                onClick={onView}
                className="max-w-full text-left after:absolute after:inset-0 hover:text-accent-ink @wide:truncate"
              >
                <bdi>{name}</bdi>
              </button>
            ) : (
              <bdi>{name}</bdi>
            )}
          </p>
          {badge}
        </div>
        {description ? (
          <p className="wrap-anywhere min-w-0 text-ink-muted text-sm @table:line-clamp-2 @wide:[td_&]:block @wide:[td_&]:flex-1 @wide:[td_&]:basis-0 @wide:[td_&]:truncate">
            <span dir="auto">{previewText(description, previewLength)}</span>
          </p>
        ) : null}
      </div>
      <FavouriteButton project={project} onChange={onFavourite} />
    </div>
  );
}

export function CreatorCell({ project }: { project: ProjectSummary }) {
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1 @wide:[td_&]:flex-nowrap">
      <bdi className="wrap-break-word @wide:[td_&]:max-w-48 @wide:[td_&]:truncate">{nameOfCreator(project)}</bdi>
      <Badge tone={project.createdByModel === "SuperAdmin" ? "accent" : "neutral"}>{roleOfCreator(project)}</Badge>
    </span>
  );
}

export const statusLabels: Readonly<Record<ProjectStatus, string>> = {
  online: "Online",
  importing: "Importing",
  external: "External map",
  none: "No map",
};

const tones = { importing: "accent", external: "neutral", none: "warning" } as const;

export function StatusBadge({ status }: { status: ProjectStatus }) {
  return status === "online" ? null : <Badge tone={tones[status]}>{statusLabels[status]}</Badge>;
}
