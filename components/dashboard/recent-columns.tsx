import { Map as MapIcon } from "lucide-react";
import { EmailCell } from "@/components/people/person-columns";
import { nameOfCreator } from "@/components/projects/list/project-cells";
import { MapPicture } from "@/components/projects/picture/map-picture";
import { Initials } from "@/components/shared/initials";
import type { Column } from "@/components/shared/list/list-table";
import { Button } from "@/components/ui/button";
import type { RecentAdmin, RecentProject } from "@/lib/projects/stats/schema";
import { DayText } from "./stat-card";

/** @param width class for the column's width; without one the column takes the remaining width */
export function projectColumn(width = ""): Column<RecentProject> {
  return {
    header: "Project Name",
    className: `max-md:col-span-2 ${width}`,
    cell: (project) => (
      <span className="flex items-center gap-3">
        <MapPicture project={project} />
        <ClampedName name={project.name} />
      </span>
    ),
  };
}

export function descriptionColumn(): Column<RecentProject> {
  return {
    header: "Description",
    className: "text-ink-muted max-md:col-span-2 max-md:has-[[data-none]]:hidden",
    cell: (project) =>
      project.description ? (
        <span dir="auto" className="wrap-anywhere line-clamp-2">
          {project.description}
        </span>
      ) : (
        <span data-none aria-hidden className="text-ink-faint">
          —
        </span>
      ),
  };
}

export function creatorColumn(): Column<RecentProject> {
  return {
    header: "Created By",
    isLabelled: true,
    className: "max-md:col-span-2 md:w-[28%]",
    cell: (project) => <PersonName name={nameOfCreator(project)} />,
  };
}

export function mapColumn(
  header: "Open Map" | "View Map",
  label: "Open Map" | "View Map",
  openMap: (project: RecentProject) => void,
): Column<RecentProject> {
  return {
    header,
    className: "max-md:order-last max-md:self-end max-md:text-right md:w-36 xl:w-40",
    cell: (project) => (
      <Button variant="secondary" size="small" aria-label={`${label} ${project.name}`} onClick={() => openMap(project)}>
        <MapIcon aria-hidden />
        {label}
      </Button>
    ),
  };
}

export function dateColumn<Row extends { createdAt: string }>(header: "Date Uploaded" | "Date Created"): Column<Row> {
  return {
    header,
    isLabelled: true,
    className: "whitespace-nowrap tabular-nums md:w-33 xl:w-36",
    cell: ({ createdAt }) => <DayText value={createdAt} />,
  };
}

export const adminColumns: Column<RecentAdmin>[] = [
  {
    header: "Name",
    className: "max-md:col-span-2 md:w-[38%]",
    cell: ({ name }) => <PersonName name={name} isStrong />,
  },
  {
    header: "Email",
    isLabelled: true,
    className: "max-md:col-span-2",
    cell: ({ email }) => <EmailCell email={email} />,
  },
  dateColumn("Date Created"),
];

function PersonName({ name, isStrong = false }: { name: string; isStrong?: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <Initials name={name} />
      <ClampedName name={name} isStrong={isStrong} />
    </span>
  );
}

function ClampedName({ name, isStrong = true }: { name: string; isStrong?: boolean }) {
  return (
    <bdi title={name} className={`wrap-anywhere line-clamp-2 min-w-0 ${isStrong ? "font-medium" : ""}`}>
      {name}
    </bdi>
  );
}
