"use client";

import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { type Column, ListTable, rowStyles } from "@/components/shared/list/list-table";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { TableCell, TableRow } from "@/components/ui/table";

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
    <TableRow className="hover:bg-transparent max-md:block">
      <TableCell colSpan={columns.length} className="max-md:block">
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
        <TableCell key={header} className={cn("max-md:p-0", className)}>
          <span className={cn("flex items-center", index === 0 ? rowHeight : "max-md:justify-end md:h-5")}>
            <Skeleton className={header.endsWith("Map") ? "h-8 w-27" : "h-3.5 w-36 max-w-full"} />
          </span>
        </TableCell>
      ))}
    </TableRow>
  ));
}
