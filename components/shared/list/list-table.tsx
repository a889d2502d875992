"use client";

import {
  type ColumnDef,
  flexRender,
  getCoreRowModel,
  type Header,
  type RowData,
  type Row as RowModel,
  useReactTable,
} from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { Fragment, type MouseEvent, memo, type ReactNode, type Ref, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { type ColumnSorts, sortOfColumns } from "./column-sort";
import { useWindowRows } from "./use-window-rows";

declare module "@tanstack/react-table" {
  interface ColumnMeta<TData extends RowData, TValue> {
    cardLabel?: string;
    className?: string;
  }
}

interface ListTableProps<Row, Sort extends string> {
  rows: Row[];
  columns: ColumnDef<Row>[];
  label: string;
  /** Makes columns sortable. The server sorts, because the browser has only some pages of the list. */
  order?: { sorts: ColumnSorts<Sort>; sort: Sort; onSortChange: (sort: Sort) => void };
  isStale?: boolean;
  /** True while rows load. Defaults to `isStale`. */
  isBusy?: boolean;
  hasFixedColumns?: boolean;
  /** Keeps only the visible rows of a long list in the document. */
  isVirtual?: boolean;
  /** Called for a click on a row outside of its controls. The row needs a button with the same action for the keyboard. */
  onOpen?: (row: Row) => void;
  children?: ReactNode;
}

export const rowStyles = "max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:gap-y-3 max-md:p-4";

const unsorted: [] = [];

function PlainListTable<Row extends { _id: string }, Sort extends string>({
  rows,
  columns,
  label,
  order,
  isStale = false,
  isBusy = isStale,
  hasFixedColumns = false,
  isVirtual = false,
  onOpen,
  children,
}: ListTableProps<Row, Sort>) {
  const sorting = order?.sorts[order.sort] ?? unsorted;
  const table = useReactTable({
    data: rows,
    columns,
    state: { sorting },
    enableSorting: order !== undefined,
    manualSorting: true,
    enableSortingRemoval: false,
    onSortingChange: (update) => {
      const sort = order && sortOfColumns(order.sorts, typeof update === "function" ? update(sorting) : update);
      if (sort) order.onSortChange(sort);
    },
    getCoreRowModel: getCoreRowModel(),
    getRowId: (row) => row._id,
  });
  const body = useRef<HTMLTableSectionElement>(null);
  const { shown, isWhole, gapBelow, measure, onFocus } = useWindowRows({
    box: body,
    count: rows.length,
    ...(!isVirtual && { isWhole: true }),
  });
  const { rows: models } = table.getRowModel();
  return (
    <Table
      aria-label={label}
      aria-busy={isBusy}
      aria-rowcount={isWhole ? undefined : rows.length + 1}
      className={cn("max-md:block", hasFixedColumns && "md:table-fixed", isStale && "opacity-60 transition-opacity delay-300")}
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
      <TableBody ref={body} onFocus={onFocus} className="max-md:block">
        {children ??
          shown.map(({ index, gap }) => (
            <Fragment key={models[index]?.id ?? index}>
              <Space height={gap} columns={columns.length} />
              {models[index] ? (
                <Row
                  ref={isWhole ? undefined : measure}
                  row={models[index]}
                  columns={columns}
                  index={index}
                  onOpen={onOpen}
                  position={isWhole ? undefined : index + 2}
                />
              ) : null}
            </Fragment>
          ))}
        <Space height={gapBelow} columns={columns.length} />
      </TableBody>
    </Table>
  );
}

/** Renders a list of the API as a table. Memoized, so that opening a dialog doesn't render the rows again. */
export const ListTable = memo(PlainListTable) as typeof PlainListTable;

interface RowProps<Data> extends Pick<ListTableProps<Data, string>, "onOpen"> {
  ref: Ref<HTMLTableRowElement> | undefined;
  row: RowModel<Data>;
  /** A row of other columns is rendered again. */
  columns: ColumnDef<Data>[];
  index: number;
  position: number | undefined;
}

/** Opens a row, unless the click is on a control or ends a selection of text. */
function openByClick({ target, currentTarget }: MouseEvent<HTMLElement>, open: () => void): void {
  const isOnControl = !(target instanceof Element) || !currentTarget.contains(target) || target.closest("a, button, input");
  if (isOnControl || window.getSelection()?.type === "Range") return;
  // The focus returns there when the dialog closes.
  currentTarget.querySelector("button")?.focus({ preventScroll: true });
  open();
}

function PlainRow<Data>({ ref, row, index, position, onOpen }: RowProps<Data>): ReactNode {
  return (
    <TableRow
      ref={ref}
      data-index={index}
      aria-rowindex={position}
      className={cn("relative", rowStyles, onOpen && "cursor-pointer")}
      onClick={onOpen && ((event) => openByClick(event, () => onOpen(row.original)))}
    >
      {row.getVisibleCells().map((cell) => {
        const { cardLabel, className } = cell.column.columnDef.meta ?? {};
        return (
          <TableCell key={cell.id} className={cn("max-md:p-0", className)}>
            {cardLabel ? <span className="block text-ink-muted text-xs md:hidden">{cardLabel}</span> : null}
            {flexRender(cell.column.columnDef.cell, cell.getContext())}
          </TableCell>
        );
      })}
    </TableRow>
  );
}

/** Memoized: rendering hundreds of rows again when the table becomes stale would make typing stutter. */
const Row = memo(PlainRow) as typeof PlainRow;

function Space({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="max-md:block">
      <td colSpan={columns} className="p-0 max-md:block" style={{ height }} />
    </tr>
  );
}

export const ariaSort = { asc: "ascending", desc: "descending" } as const;

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

export function SortArrow({ direction }: { direction: false | "asc" | "desc" }) {
  if (direction === "asc") return <ArrowUp aria-hidden className="text-accent-ink" />;
  if (direction === "desc") return <ArrowDown aria-hidden className="text-accent-ink" />;
  return <ChevronsUpDown aria-hidden className="opacity-45" />;
}
