import { Eye, Map as MapIcon } from "lucide-react";
import { Initials } from "@/components/shared/initials";
import type { Column } from "@/components/shared/list/list-table";
import { RowButton } from "@/components/shared/list/row-button";
import { DateText } from "@/components/shared/time/date-text";
import type { ProjectSummary } from "@/lib/projects/schema";
import type { OnFavourite } from "../gallery/favourite-button";
import type { CardFeatures } from "../gallery/project-gallery";
import { nameOfCreator, projectNameColumn, roleOfCreator } from "../list/project-cells";
import { NO_MAP } from "./project-details-dialog";

const PREVIEW_LENGTH = 30;

export function assignedColumns(
  onViewDetails: (project: ProjectSummary) => void,
  onOpenMap: (project: ProjectSummary) => void,
  onFavourite: OnFavourite,
): Column<ProjectSummary>[] {
  return [
    projectNameColumn(PREVIEW_LENGTH, onFavourite),
    {
      header: "Created By",
      sorts: ["creator-asc", "creator-desc"],
      className: "md:w-[23%] xl:w-[24%]",
      cell: (project) => <AssignedCreator project={project} />,
    },
    {
      header: "View Map",
      className: "max-md:order-last md:w-22 xl:w-35",
      cell: (project) => (
        <RowButton
          icon={MapIcon}
          label="Open Map"
          about={project.name}
          unavailable={project.viewMap ? undefined : NO_MAP}
          onClick={() => onOpenMap(project)}
        />
      ),
    },
    {
      header: "Date Registered",
      sorts: ["date-oldest", "date-newest"],
      isLabelled: true,
      className: "whitespace-nowrap tabular-nums md:w-38",
      cell: ({ createdAt }) => <DateText value={createdAt} />,
    },
    {
      header: "Actions",
      className: "max-md:order-last max-md:text-right md:w-20 xl:w-38",
      cell: (project) => (
        <RowButton icon={Eye} label="View details" about={project.name} coversRow onClick={() => onViewDetails(project)} />
      ),
    },
  ];
}

export function assignedFeatures(
  onViewDetails: (project: ProjectSummary) => void,
  onOpen: (project: ProjectSummary) => void,
  onFavourite: OnFavourite,
): CardFeatures<ProjectSummary> {
  const actionsOf = (project: ProjectSummary) => [{ icon: Eye, label: "View details", run: () => onViewDetails(project) }];
  return { openLabel: "Open Map", onOpen, onFavourite, actionsOf };
}

function AssignedCreator({ project }: { project: ProjectSummary }) {
  const name = nameOfCreator(project);
  return (
    <span className="flex items-center gap-2.5">
      <Initials name={name} />
      <span className="min-w-0">
        <bdi className="wrap-break-word block">{name}</bdi>
        <span className="block text-ink-muted text-sm">{roleOfCreator(project)}</span>
      </span>
    </span>
  );
}
