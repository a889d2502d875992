"use client";

import {
  type ColumnDef,
  flexRender,
  type Header,
  type RowData,
  type Row as RowModel,
  type Table as TableModel,
} from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { memo, type ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";

declare module "@tanstack/react-table" {
  interface ColumnMeta<TData extends RowData, TValue> {
    /** Stands before the value where rows are cards and columns have no head. */
    cardLabel?: string;
    className?: string;
  }
}

interface DataTableProps<Row> {
  table: TableModel<Row>;
  /** Names the table for screen readers. */
  label: string;
  /** Newer rows are on their way. */
  isStale?: boolean;
  /** Its rows are on their way; so are those of a stale table. */
  isBusy?: boolean;
  /** The columns are as wide as their classes say, whatever stands in them. */
  hasFixedColumns?: boolean;
  /** Table rows in place of the table's own, which are on their way or did not come. */
  children?: ReactNode;
}

/** Where a row is a card, its cells lie in two columns. */
export const rowStyles = "max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:gap-y-3 max-md:p-4";

/** A table on wide screens; on narrow ones each row is a card, whose cells lie in two columns. */
export function DataTable<Row>({
  table,
  label,
  isStale = false,
  isBusy = isStale,
  hasFixedColumns = false,
  children,
}: DataTableProps<Row>) {
  return (
    <Table
      aria-label={label}
      aria-busy={isBusy}
      className={classNames("max-md:block", hasFixedColumns && "md:table-fixed", isStale && "opacity-60 transition-opacity delay-300")}
    >
      <TableHeader className="max-md:hidden">
        {table.getHeaderGroups().map((group) => (
          <TableRow key={group.id}>
            {group.headers.map((header) => (
              <ColumnHead key={header.id} header={header} />
            ))}
          </TableRow>
        ))}
      </TableHeader>
      <TableBody className="max-md:block">{children ?? <Rows rows={table.getRowModel().rows} columns={table.options.columns} />}</TableBody>
    </Table>
  );
}

interface RowsProps<Row> {
  rows: RowModel<Row>[];
  /** Other columns make other cells of the same rows. */
  columns: ColumnDef<Row>[];
}

function PlainRows<Row>({ rows }: RowsProps<Row>) {
  return (
    <>
      {rows.map((row) => (
        <TableRow key={row.id} className={rowStyles}>
          {row.getVisibleCells().map((cell) => {
            const { cardLabel, className } = cell.column.columnDef.meta ?? {};
            return (
              <TableCell key={cell.id} className={classNames("max-md:p-0", className)}>
                {cardLabel ? <span className="block text-ink-muted text-xs md:hidden">{cardLabel}</span> : null}
                {flexRender(cell.column.columnDef.cell, cell.getContext())}
              </TableCell>
            );
          })}
        </TableRow>
      ))}
    </>
  );
}

/** Hundreds of rows are not drawn anew because newer ones are on their way, or the order is another: that would make typing stutter. */
const Rows = memo(PlainRows) as typeof PlainRows;

const ariaSort = { asc: "ascending", desc: "descending" } as const;

function ColumnHead<Row>({ header }: { header: Header<Row, unknown> }) {
  const { column } = header;
  const label = flexRender(column.columnDef.header, header.getContext());
  const direction = column.getIsSorted();
  return (
    <TableHead aria-sort={direction ? ariaSort[direction] : undefined} className={column.columnDef.meta?.className}>
      {column.getCanSort() ? (
        <button
          type="button"
          onClick={() => column.toggleSorting(direction === "asc")}
          className="-mx-2 inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 text-left leading-tight hover:bg-line/60 hover:text-ink focus-visible:outline-offset-0 [&_svg]:size-3.5 [&_svg]:shrink-0"
        >
          {label}
          <SortArrow direction={direction} />
        </button>
      ) : (
        label
      )}
    </TableHead>
  );
}

function SortArrow({ direction }: { direction: false | "asc" | "desc" }) {
  if (direction === "asc") return <ArrowUp aria-hidden className="text-accent-ink" />;
  if (direction === "desc") return <ArrowDown aria-hidden className="text-accent-ink" />;
  return <ChevronsUpDown aria-hidden className="opacity-45" />;
}
