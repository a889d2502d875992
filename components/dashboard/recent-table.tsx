"use client";

import { type ColumnDef, getCoreRowModel, type Table as TableModel, useReactTable } from "@tanstack/react-table";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { DataTable, rowStyles } from "@/components/shared/list/list-table";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";
import { TableCell, TableRow } from "@/components/ui/table";

/** As many as a dashboard's call answers at most. */
const PENDING_ROWS = 5;

const noRows: never[] = [];

interface RecentTableProps<Row> {
  title: string;
  /** Made once. */
  columns: ColumnDef<Row>[];
  /** Undefined until they are here, or when they did not come. */
  rows: Row[] | undefined;
  /** Class of the height of what stands in a row's first cell. */
  rowHeight: "h-8" | "h-10";
  /** Said while the rows are on their way. */
  loadingText: string;
  /** Why they did not come. */
  failure?: string;
  /** An EmptyState: stands in the table when there are none. */
  empty: ReactNode;
}

/** The latest of something. The head stays where it is, whatever stands below it. */
export function RecentTable<Row extends { _id: string }>({
  title,
  columns,
  rows,
  rowHeight,
  loadingText,
  failure,
  empty,
}: RecentTableProps<Row>) {
  const heading = useId();
  const table = useReactTable({
    data: rows ?? noRows,
    columns,
    enableSorting: false,
    getCoreRowModel: getCoreRowModel(),
    getRowId: (row) => row._id,
  });
  const isPending = !rows && failure === undefined;
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
      <DataTable table={table} label={title} isBusy={isPending} hasFixedColumns>
        {rows?.length ? null : <OtherRows table={table} rowHeight={rowHeight} isPending={isPending} failure={failure} empty={empty} />}
      </DataTable>
    </section>
  );
}

interface OtherRowsProps<Row> extends Pick<RecentTableProps<Row>, "rowHeight" | "failure" | "empty"> {
  table: TableModel<Row>;
  isPending: boolean;
}

/** What stands in the place of the rows. */
function OtherRows<Row>({ table, rowHeight, isPending, failure, empty }: OtherRowsProps<Row>) {
  if (isPending) {
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
    return Array.from({ length: PENDING_ROWS }, (_, row) => <PendingRow key={row} table={table} rowHeight={rowHeight} />);
  }
  return (
    <TableRow className="hover:bg-transparent max-md:block">
      <TableCell colSpan={table.getVisibleLeafColumns().length} className="max-md:block">
        {failure === undefined ? empty : <FailureLine>{failure}</FailureLine>}
      </TableCell>
    </TableRow>
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

/** As high as a row, with its cells where they will be. */
function PendingRow<Row>({ table, rowHeight }: Pick<OtherRowsProps<Row>, "table" | "rowHeight">) {
  return (
    <TableRow aria-hidden className={rowStyles}>
      {table.getVisibleLeafColumns().map(({ id, columnDef }, index) => (
        <TableCell key={id} className={classNames("max-md:p-0", columnDef.meta?.className)}>
          <span className={classNames("flex items-center", index === 0 ? rowHeight : "max-md:justify-end md:h-5")}>
            <Skeleton className={id === "map" ? "h-8 w-27" : "h-3.5 w-36 max-w-full"} />
          </span>
        </TableCell>
      ))}
    </TableRow>
  );
}
