"use client";

import { createColumnHelper, getCoreRowModel, useReactTable } from "@tanstack/react-table";
import { Eye, type LucideIcon, Map as MapIcon } from "lucide-react";
import { memo, useMemo } from "react";
import { DataTable } from "@/components/shared/data-table";
import { DateText } from "@/components/shared/date-text";
import { Button } from "@/components/ui/button";
import type { ProjectSort, ProjectSummary } from "@/lib/projects/schema";
import { CreatorCell, describedByProject, ProjectNameCell } from "./project-cells";
import { fromColumnSort, toColumnSort } from "./sort-options";

/** Spec 001 §9. */
const PREVIEW_LENGTH = 50;

interface RowActions {
  onViewProject: (project: ProjectSummary) => void;
  onViewMap: (project: ProjectSummary) => void;
}

const column = createColumnHelper<ProjectSummary>();

function projectColumns({ onViewProject, onViewMap }: RowActions) {
  return [
    column.accessor("name", {
      header: "Project Name",
      meta: { className: "max-md:col-span-2" },
      cell: ({ row }) => <ProjectNameCell project={row.original} previewLength={PREVIEW_LENGTH} />,
    }),
    column.accessor((project) => project.createdBy?.name, {
      id: "createdBy",
      header: "Created By",
      meta: { cardLabel: "Created By", className: "max-md:col-span-2" },
      cell: ({ row }) => <CreatorCell project={row.original} />,
    }),
    column.accessor("createdAt", {
      header: "Created Date",
      meta: { cardLabel: "Created Date", className: "whitespace-nowrap tabular-nums" },
      cell: ({ getValue }) => <DateText value={getValue()} />,
    }),
    column.accessor("assignedUserCount", {
      header: "Assigned Users",
      enableSorting: false,
      meta: { cardLabel: "Assigned Users", className: "tabular-nums" },
    }),
    column.display({
      id: "actions",
      header: "Actions",
      meta: { className: "max-md:col-span-2 md:w-px md:text-right" },
      cell: ({ row: { original: project } }) => (
        <div className="flex flex-wrap gap-2 md:flex-nowrap md:justify-end">
          {project.viewMap ? <RowButton icon={MapIcon} label="View Map" project={project} onClick={() => onViewMap(project)} /> : null}
          <RowButton icon={Eye} label="View Project" project={project} onClick={() => onViewProject(project)} />
        </div>
      ),
    }),
  ];
}

interface RowButtonProps {
  icon: LucideIcon;
  label: string;
  project: ProjectSummary;
  onClick: () => void;
}

/** Between phones, where a row is a card, and wide screens there is room for the icon alone. */
function RowButton({ icon: Icon, label, project, onClick }: RowButtonProps) {
  return (
    <Button
      variant="secondary"
      size="small"
      title={label}
      aria-describedby={describedByProject(project)}
      onClick={onClick}
      className="md:px-2.5 md:max-xl:size-8 md:max-xl:px-0"
    >
      <Icon aria-hidden />
      <span className="md:max-xl:sr-only">{label}</span>
    </Button>
  );
}

interface ProjectTableProps extends RowActions {
  projects: ProjectSummary[];
  sort: ProjectSort;
  onSortChange: (sort: ProjectSort) => void;
  isStale: boolean;
}

/** The table of every project. The server sorts it, since it holds one page of many. Opening a dialog draws none of its rows anew. */
export const ProjectTable = memo(function ProjectTable({
  projects,
  sort,
  onSortChange,
  isStale,
  onViewProject,
  onViewMap,
}: ProjectTableProps) {
  const columns = useMemo(() => projectColumns({ onViewProject, onViewMap }), [onViewProject, onViewMap]);
  const sorting = useMemo(() => toColumnSort(sort), [sort]);
  const table = useReactTable({
    data: projects,
    columns,
    state: { sorting },
    manualSorting: true,
    enableSortingRemoval: false,
    onSortingChange: (update) => onSortChange(fromColumnSort(typeof update === "function" ? update(sorting) : update)),
    getCoreRowModel: getCoreRowModel(),
    getRowId: (project) => project._id,
  });
  return <DataTable table={table} label="Projects" isStale={isStale} />;
});
