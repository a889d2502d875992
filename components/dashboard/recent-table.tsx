"use client";

import { CircleAlert, Map as MapIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { EmailCell } from "@/components/people/person-columns";
import { nameOfCreator } from "@/components/projects/list/project-cells";
import { MapPicture } from "@/components/projects/picture/map-picture";
import { Initials } from "@/components/shared/initials";
import { type Column, ListTable, rowStyles } from "@/components/shared/list/list-table";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { TableCell, TableRow } from "@/components/ui/table";
import type { RecentAdmin, RecentProject } from "@/lib/projects/stats/schema";
import { DayText } from "./stat-card";

const PENDING_ROWS = 5;

const noRows: never[] = [];

interface RecentTableProps<Row> {
  title: string;
  columns: Column<Row>[];
  rows: Row[] | undefined;
  rowHeight?: "h-8" | "h-10";
  loadingText?: string;
  failure?: string;
  empty: ReactNode;
}

export function RecentTable<Row extends { _id: string }>(props: RecentTableProps<Row>) {
  const { title, columns, rows, rowHeight = "h-10", loadingText = "Loading recent projects...", failure, empty } = props;
  const heading = useId();
  const isPending = !rows && failure === undefined;
  const otherRows = isPending ? (
    <PendingRows columns={columns} rowHeight={rowHeight} />
  ) : (
    <TableRow className="hover:bg-transparent @max-table:block">
      <TableCell colSpan={columns.length} className="@max-table:block">
        {failure === undefined ? empty : <FailureLine>{failure}</FailureLine>}
      </TableCell>
    </TableRow>
  );
  return (
    <section className="grid min-w-0 gap-3" aria-labelledby={heading}>
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={heading} className="font-semibold text-lg">
          {title}
        </h2>
        <p role="status" className="text-ink-muted text-sm">
          {isPending ? <span className="animate-late">{loadingText}</span> : null}
        </p>
      </div>
      <ListTable rows={rows ?? noRows} columns={columns} label={title} isBusy={isPending} hasFixedColumns>
        {rows?.length ? null : otherRows}
      </ListTable>
    </section>
  );
}

function FailureLine({ children }: { children: string }) {
  return (
    <p className="flex items-center justify-center gap-2 py-10 text-danger-ink">
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </p>
  );
}

function PendingRows<Row>({ columns, rowHeight }: Required<Pick<RecentTableProps<Row>, "columns" | "rowHeight">>) {
  return Array.from({ length: PENDING_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
    <TableRow key={row} aria-hidden className={rowStyles}>
      {columns.map(({ header, className }, index) => (
        <TableCell key={header} className={cn("@max-table:p-0", className)}>
          <span className={cn("flex items-center", index === 0 ? rowHeight : "@max-table:justify-end @table:h-5")}>
            <Skeleton className={header.endsWith("Map") ? "h-8 w-27" : "h-3.5 w-36 max-w-full"} />
          </span>
        </TableCell>
      ))}
    </TableRow>
  ));
}

/** @param width class for the column's width; without one the column takes the remaining width */
export function projectColumn(width = ""): Column<RecentProject> {
  return {
    header: "Project Name",
    className: `@max-table:col-span-2 ${width}`,
    cell: (project) => (
      <span className="flex items-center gap-3">
        <MapPicture project={project} />
        <ClampedName name={project.name} />
      </span>
    ),
  };
}

export const descriptionColumn: Column<RecentProject> = {
  header: "Description",
  className: "text-ink-muted @max-table:col-span-2 @max-table:has-[[data-none]]:hidden",
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

export const creatorColumn: Column<RecentProject> = {
  header: "Created By",
  isLabelled: true,
  className: "@max-table:col-span-2 @table:w-[28%]",
  cell: (project) => <PersonName name={nameOfCreator(project)} />,
};

export function mapColumn(
  header: "Open Map" | "View Map",
  label: "Open Map" | "View Map",
  openMap: (project: RecentProject) => void,
): Column<RecentProject> {
  return {
    header,
    className: "@max-table:order-last @max-table:self-end @max-table:text-right @table:w-36 @wide:w-40",
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
    className: "whitespace-nowrap tabular-nums @table:w-33 @wide:w-36",
    cell: ({ createdAt }) => <DayText value={createdAt} />,
  };
}

export const adminColumns: Column<RecentAdmin>[] = [
  {
    header: "Name",
    className: "@max-table:col-span-2 @table:w-[38%]",
    cell: ({ name }) => <PersonName name={name} isStrong />,
  },
  {
    header: "Email",
    isLabelled: true,
    className: "@max-table:col-span-2",
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
