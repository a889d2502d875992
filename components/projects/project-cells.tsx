import type { ColumnDef } from "@tanstack/react-table";
import { previewText } from "@/components/shared/preview-text";
import { Badge } from "@/components/ui/badge";
import type { ProjectSummary } from "@/lib/projects/schema";
import { nameOfCreator, roleOfCreator } from "./role-of-creator";

/** The first column of every table of projects. @param previewLength characters of the description */
export function projectNameColumn(previewLength: number): ColumnDef<ProjectSummary> {
  return {
    id: "name",
    header: "Project Name",
    accessorFn: ({ name }) => name,
    meta: { className: "max-md:col-span-2" },
    cell: ({ row }) => <ProjectNameCell project={row.original} previewLength={previewLength} />,
  };
}

/** Name, and the beginning of the description. */
function ProjectNameCell({ project, previewLength }: { project: ProjectSummary; previewLength: number }) {
  return (
    <div className="min-w-44">
      <p className="wrap-anywhere font-medium">
        <bdi>{project.name}</bdi>
      </p>
      {project.description ? (
        <p className="wrap-anywhere text-ink-muted text-sm">{previewText(project.description, previewLength)}</p>
      ) : null}
    </div>
  );
}

export function CreatorCell({ project }: { project: ProjectSummary }) {
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1 xl:[td_&]:flex-nowrap">
      <bdi className="wrap-break-word xl:[td_&]:max-w-48 xl:[td_&]:truncate">{nameOfCreator(project)}</bdi>
      <Badge tone={project.createdByModel === "SuperAdmin" ? "accent" : "neutral"}>{roleOfCreator(project)}</Badge>
    </span>
  );
}
