"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { Eye, Map as MapIcon } from "lucide-react";
import { useMemo } from "react";
import { ListTable } from "@/components/shared/list/list-table";
import { RowButton } from "@/components/shared/list/row-button";
import { DateText } from "@/components/shared/time/date-text";
import type { ManagedProject } from "@/lib/projects/schema";
import type { OnFavourite } from "../gallery/favourite-button";
import { type ProjectAction, ProjectMenu } from "../gallery/project-menu";
import { StatusBadge } from "../project-status";
import { CreatorCell, projectNameColumn } from "./project-cells";
import type { ProjectListState } from "./use-project-list";

const PREVIEW_LENGTH = 50;
/** Pixels. */
export const ROW_HEIGHT = 62;

export interface RowFeatures {
  onViewProject: (project: ManagedProject) => void;
  onOpen: (project: ManagedProject) => void;
  onFavourite: OnFavourite;
  actionsOf: (project: ManagedProject) => ProjectAction[];
}

export const badgeOf = ({ status }: ManagedProject) => <StatusBadge status={status} />;

function projectColumns({ onViewProject, onOpen, onFavourite, actionsOf }: RowFeatures): ColumnDef<ManagedProject>[] {
  return [
    projectNameColumn(PREVIEW_LENGTH, onFavourite, badgeOf),
    {
      id: "createdBy",
      header: "Created By",
      accessorFn: (project) => project.createdBy?.name,
      meta: { cardLabel: "Created By", className: "max-md:col-span-2 md:w-[18%] xl:w-52" },
      cell: ({ row }) => <CreatorCell project={row.original} />,
    },
    {
      header: "Created Date",
      accessorKey: "createdAt",
      meta: { cardLabel: "Created Date", className: "whitespace-nowrap tabular-nums md:w-32 xl:w-34" },
      cell: ({ row }) => <DateText value={row.original.createdAt} />,
    },
    {
      header: "Assigned Users",
      accessorKey: "assignedUserCount",
      enableSorting: false,
      meta: { cardLabel: "Assigned Users", className: "tabular-nums md:w-24 xl:w-30" },
      cell: ({ row }) => row.original.assignedUserCount,
    },
    {
      id: "actions",
      header: "Actions",
      meta: { className: "max-md:col-span-2 md:w-37 md:text-right xl:w-80" },
      cell: ({ row: { original: project } }) => (
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
  return (
    <ListTable rows={projects} columns={columns} label="Projects" order={order} isStale={isStale} hasFixedColumns rowHeight={ROW_HEIGHT} />
  );
}
