"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { Eye, FolderTree, Map as MapIcon, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { ListTable } from "@/components/shared/list/list-table";
import { RowButton } from "@/components/shared/list/row-button";
import { DateText } from "@/components/shared/time/date-text";
import type { ManagedProject } from "@/lib/projects/schema";
import { StatusBadge } from "../project-status";
import { CreatorCell, projectNameColumn } from "./project-cells";
import type { ProjectListState } from "./use-project-list";

const PREVIEW_LENGTH = 50;

interface RowActions {
  onViewProject: (project: ManagedProject) => void;
  onViewMap: (project: ManagedProject) => void;
  onManageFiles: (project: ManagedProject) => void;
  onDeleteProject: (project: ManagedProject) => void;
}

function projectColumns({ onViewProject, onViewMap, onManageFiles, onDeleteProject }: RowActions): ColumnDef<ManagedProject>[] {
  return [
    projectNameColumn(PREVIEW_LENGTH, ({ status }) => <StatusBadge status={status} />),
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
      meta: { className: "max-md:col-span-2 md:w-46 md:text-right xl:w-92" },
      cell: ({ row: { original: project } }) => (
        <div className="flex flex-wrap gap-2 md:flex-nowrap md:justify-end">
          {project.viewMap ? <RowButton icon={MapIcon} label="View Map" about={project.name} onClick={() => onViewMap(project)} /> : null}
          <RowButton icon={Eye} label="View Project" about={project.name} onClick={() => onViewProject(project)} />
          <RowButton
            icon={FolderTree}
            label="Manage Files"
            about={project.name}
            isCompact="in-table"
            onClick={() => onManageFiles(project)}
          />
          <RowButton icon={Trash2} label="Delete Project" about={project.name} isCompact onClick={() => onDeleteProject(project)} />
        </div>
      ),
    },
  ];
}

interface ProjectTableProps extends Pick<ProjectListState, "order" | "isStale"> {
  projects: ManagedProject[];
  /** Must be a stable function. */
  actions: RowActions;
}

export function ProjectTable({ projects, order, isStale, actions }: ProjectTableProps) {
  const columns = useMemo(() => projectColumns(actions), [actions]);
  return <ListTable rows={projects} columns={columns} label="Projects" order={order} isStale={isStale} hasFixedColumns />;
}
