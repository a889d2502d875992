"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { Eye, Map as MapIcon } from "lucide-react";
import { useMemo } from "react";
import { DateText } from "@/components/shared/date-text";
import { ListTable } from "@/components/shared/list-table";
import { RowButton } from "@/components/shared/row-button";
import type { ManagedProject, ProjectSort } from "@/lib/projects/schema";
import { CreatorCell, projectNameColumn } from "./project-cells";
import { columnSorts } from "./sort-options";

/** Spec 001 §9. */
const PREVIEW_LENGTH = 50;

interface RowActions {
  onViewProject: (project: ManagedProject) => void;
  onViewMap: (project: ManagedProject) => void;
}

function projectColumns({ onViewProject, onViewMap }: RowActions): ColumnDef<ManagedProject>[] {
  return [
    projectNameColumn(PREVIEW_LENGTH),
    {
      id: "createdBy",
      header: "Created By",
      accessorFn: (project) => project.createdBy?.name,
      meta: { cardLabel: "Created By", className: "max-md:col-span-2 md:w-[20%] xl:w-48" },
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
      meta: { cardLabel: "Assigned Users", className: "tabular-nums md:w-32" },
      cell: ({ row }) => row.original.assignedUserCount,
    },
    {
      id: "actions",
      header: "Actions",
      meta: { className: "max-md:col-span-2 md:w-26 md:text-right xl:w-70" },
      cell: ({ row: { original: project } }) => (
        <div className="flex flex-wrap gap-2 md:flex-nowrap md:justify-end">
          {project.viewMap ? <RowButton icon={MapIcon} label="View Map" about={project.name} onClick={() => onViewMap(project)} /> : null}
          <RowButton icon={Eye} label="View Project" about={project.name} onClick={() => onViewProject(project)} />
        </div>
      ),
    },
  ];
}

interface ProjectTableProps extends RowActions {
  projects: ManagedProject[];
  sort: ProjectSort;
  onSortChange: (sort: ProjectSort) => void;
  isStale: boolean;
}

/** The table of every project. */
export function ProjectTable({ projects, sort, onSortChange, isStale, onViewProject, onViewMap }: ProjectTableProps) {
  const columns = useMemo(() => projectColumns({ onViewProject, onViewMap }), [onViewProject, onViewMap]);
  const order = useMemo(() => ({ sorts: columnSorts, sort, onSortChange }), [sort, onSortChange]);
  return <ListTable rows={projects} columns={columns} label="Projects" order={order} isStale={isStale} hasFixedColumns />;
}
