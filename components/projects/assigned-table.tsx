"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { Eye, Map as MapIcon } from "lucide-react";
import { useMemo } from "react";
import { DateText } from "@/components/shared/date-text";
import { Initials } from "@/components/shared/initials";
import { ListTable } from "@/components/shared/list-table";
import { Button } from "@/components/ui/button";
import type { ProjectSort, ProjectSummary } from "@/lib/projects/schema";
import { projectNameColumn } from "./project-cells";
import { NO_MAP } from "./quick-actions";
import { nameOfCreator, roleOfCreator } from "./role-of-creator";
import { columnSorts } from "./sort-options";

/** Spec 000 §9. */
const PREVIEW_LENGTH = 30;

interface RowActions {
  onViewDetails: (project: ProjectSummary) => void;
  onOpenMap: (project: ProjectSummary) => void;
}

function assignedColumns({ onViewDetails, onOpenMap }: RowActions): ColumnDef<ProjectSummary>[] {
  return [
    projectNameColumn(PREVIEW_LENGTH),
    {
      id: "createdBy",
      header: "Created By",
      accessorFn: (project) => project.createdBy?.name,
      cell: ({ row }) => <AssignedCreator project={row.original} />,
    },
    {
      id: "map",
      header: "View Map",
      meta: { className: "max-md:order-last" },
      cell: ({ row: { original: project } }) => (
        <Button
          variant="secondary"
          size="small"
          disabled={!project.viewMap}
          title={project.viewMap ? undefined : NO_MAP}
          aria-label={`Open Map ${project.name}`}
          onClick={() => onOpenMap(project)}
        >
          <MapIcon aria-hidden />
          Open Map
        </Button>
      ),
    },
    {
      header: "Date Registered",
      accessorKey: "createdAt",
      meta: { cardLabel: "Date Registered", className: "whitespace-nowrap tabular-nums" },
      cell: ({ row }) => <DateText value={row.original.createdAt} />,
    },
    {
      id: "actions",
      header: "Actions",
      meta: { className: "max-md:order-last max-md:text-right md:w-px" },
      cell: ({ row: { original: project } }) => (
        <Button variant="ghost" size="small" aria-label={`View details ${project.name}`} onClick={() => onViewDetails(project)}>
          <Eye aria-hidden />
          View details
        </Button>
      ),
    },
  ];
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

interface AssignedTableProps extends RowActions {
  projects: ProjectSummary[];
  sort: ProjectSort;
  onSortChange: (sort: ProjectSort) => void;
  isStale: boolean;
}

/** The table of one's own projects. */
export function AssignedTable({ projects, sort, onSortChange, isStale, onViewDetails, onOpenMap }: AssignedTableProps) {
  const columns = useMemo(() => assignedColumns({ onViewDetails, onOpenMap }), [onViewDetails, onOpenMap]);
  const order = useMemo(() => ({ sorts: columnSorts, sort, onSortChange }), [sort, onSortChange]);
  return <ListTable rows={projects} columns={columns} label="Assigned projects" order={order} isStale={isStale} />;
}
