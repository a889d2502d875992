"use client";

import { Eye, Map as MapIcon } from "lucide-react";
import { useMemo } from "react";
import { type Column, ListTable } from "@/components/shared/list/list-table";
import { RowButton } from "@/components/shared/list/row-button";
import { DateText } from "@/components/shared/time/date-text";
import type { ManagedProject } from "@/lib/projects/schema";
import type { OnFavourite } from "../gallery/favourite-button";
import { type ProjectAction, ProjectMenu } from "../gallery/project-menu";
import { CreatorCell, projectNameColumn, StatusBadge } from "./project-cells";
import type { ProjectListState } from "./use-project-list";

const PREVIEW_LENGTH = 50;

export interface RowFeatures {
  onViewProject: (project: ManagedProject) => void;
  onOpen: (project: ManagedProject) => void;
  onFavourite: OnFavourite;
  actionsOf: (project: ManagedProject) => ProjectAction[];
}

export const badgeOf = ({ status }: ManagedProject) => <StatusBadge status={status} />;

function projectColumns({ onViewProject, onOpen, onFavourite, actionsOf }: RowFeatures): Column<ManagedProject>[] {
  return [
    projectNameColumn(PREVIEW_LENGTH, onFavourite, badgeOf),
    {
      header: "Created By",
      sorts: ["creator-asc", "creator-desc"],
      isLabelled: true,
      className: "max-md:col-span-2 md:w-[18%] xl:w-52",
      cell: (project) => <CreatorCell project={project} />,
    },
    {
      header: "Created Date",
      sorts: ["date-oldest", "date-newest"],
      isLabelled: true,
      className: "whitespace-nowrap tabular-nums md:w-32 xl:w-34",
      cell: ({ createdAt }) => <DateText value={createdAt} />,
    },
    {
      header: "Assigned Users",
      isLabelled: true,
      className: "tabular-nums md:w-24 xl:w-30",
      cell: ({ assignedUserCount }) => assignedUserCount,
    },
    {
      header: "Actions",
      className: "max-md:col-span-2 md:w-37 md:text-right xl:w-80",
      cell: (project) => (
        <div className="flex flex-wrap items-center gap-2 md:flex-nowrap md:justify-end">
          {project.viewMap ? (
            <RowButton icon={MapIcon} label="View Map" about={project.name} isShortcut onClick={() => onOpen(project)} />
          ) : null}
          <RowButton icon={Eye} label="View Project" about={project.name} coversRow onClick={() => onViewProject(project)} />
          <ProjectMenu name={project.name} actions={actionsOf(project)} />
        </div>
      ),
    },
  ];
}

interface ProjectTableProps extends Pick<ProjectListState, "order" | "isStale"> {
  projects: ManagedProject[];
  /** Must be stable. */
  features: RowFeatures;
}

export function ProjectTable({ projects, order, isStale, features }: ProjectTableProps) {
  const columns = useMemo(() => projectColumns(features), [features]);
  return <ListTable rows={projects} columns={columns} label="Projects" order={order} isStale={isStale} hasFixedColumns isVirtual />;
}
