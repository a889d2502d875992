"use client";

import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { Fragment, type MouseEvent, memo, type ReactNode, type Ref, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { useWindowRows } from "./use-window-rows";

export interface Column<Row> {
  /** Names the column uniquely. */
  header: string;
  /** Replaces the header in the table's head. */
  head?: ReactNode;
  /** Orders of the list by this column. */
  sorts?: readonly [ascending: string, descending: string];
  /** Shows the header in the cards of a narrow list. */
  isLabelled?: boolean;
  className?: string;
  cell: (row: Row) => ReactNode;
}

interface Order {
  sort: string;
  onSortChange: (sort: string) => void;
}

interface ListTableProps<Row> {
  rows: Row[];
  columns: Column<Row>[];
  label: string;
  /** Makes columns sortable. The server sorts, because the browser has only some pages of the list. */
  order?: Order;
  isStale?: boolean;
  /** True while rows load. Defaults to `isStale`. */
  isBusy?: boolean;
  hasFixedColumns?: boolean;
  /** `useWindowRows` keeps only the visible rows of a long list in the document. Its code is as large as that of the table. */
  useRows?: typeof useWindowRows;
  /** Called for a click on a row outside of its controls. The row needs a button with the same action for the keyboard. */
  onOpen?: (row: Row) => void;
  /** Shown instead of rows. */
  children?: ReactNode;
}

export const rowStyles =
  "@max-table:grid @max-table:grid-cols-[minmax(0,1fr)_fit-content(60%)] @max-table:gap-x-4 @max-table:gap-y-3 @max-table:p-4";

const useAllRows: typeof useWindowRows = ({ count }) => ({
  shown: Array.from({ length: count }, (_, index) => ({ index, gap: 0 })),
  isWhole: true,
  gapBelow: 0,
  measure: () => undefined,
  onFocus: () => undefined,
});

function PlainListTable<Data extends { _id: string }>({
  rows,
  columns,
  label,
  order,
  isStale = false,
  isBusy = isStale,
  hasFixedColumns = false,
  useRows = useAllRows,
  onOpen,
  children,
}: ListTableProps<Data>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const count = rows.length;
  const { shown, isWhole, gapBelow, measure, onFocus } = useRows({ box: body, count });
  return (
    <Table
      aria-label={label}
      aria-busy={isBusy}
      aria-rowcount={isWhole ? undefined : count + 1}
      className={cn("@max-table:block", hasFixedColumns && "@table:table-fixed", isStale && "opacity-60 transition-opacity delay-300")}
    >
      <TableHeader className="@max-table:hidden">
        <TableRow>
          {columns.map((column) => (
            <ColumnHead key={column.header} column={column} order={order} />
          ))}
        </TableRow>
      </TableHeader>
      <TableBody ref={body} onFocus={onFocus} className="@max-table:block">
        {children ??
          shown.map(({ index, gap }) => {
            const row = rows[index];
            return (
              <Fragment key={row?._id ?? index}>
                <Space height={gap} columns={columns.length} />
                {row ? <Row ref={isWhole ? undefined : measure} {...{ row, columns, index, onOpen }} isWhole={isWhole} /> : null}
              </Fragment>
            );
          })}
        <Space height={gapBelow} columns={columns.length} />
      </TableBody>
    </Table>
  );
}

/** Renders a list of the API as a table. Memoized, so that opening a dialog doesn't render the rows again. */
export const ListTable = memo(PlainListTable) as typeof PlainListTable;

interface RowProps<Data> extends Pick<ListTableProps<Data>, "columns" | "onOpen"> {
  ref: Ref<HTMLTableRowElement> | undefined;
  row: Data;
  index: number;
  isWhole: boolean;
}

/** Opens a row, unless the click is on a control or ends a selection of text. */
function openByClick({ target, currentTarget }: MouseEvent<HTMLElement>, open: () => void): void {
  const isOnControl = !(target instanceof Element) || !currentTarget.contains(target) || target.closest("a, button, input");
  if (isOnControl || window.getSelection()?.type === "Range") return;
  // The focus returns there when the dialog closes.
  currentTarget.querySelector("button")?.focus({ preventScroll: true });
  open();
}

function PlainRow<Data>({ ref, row, columns, index, isWhole, onOpen }: RowProps<Data>): ReactNode {
  return (
    <TableRow
      ref={ref}
      data-index={index}
      aria-rowindex={isWhole ? undefined : index + 2}
      className={cn("relative", rowStyles, onOpen && "cursor-pointer")}
      onClick={onOpen && ((event) => openByClick(event, () => onOpen(row)))}
    >
      {columns.map(({ header, isLabelled, className, cell }) => (
        <TableCell key={header} className={cn("@max-table:p-0", className)}>
          {isLabelled ? <span className="block text-ink-muted text-xs @table:hidden">{header}</span> : null}
          {cell(row)}
        </TableCell>
      ))}
    </TableRow>
  );
}

/** Memoized: rendering hundreds of rows again when the table becomes stale would make typing stutter. */
const Row = memo(PlainRow) as typeof PlainRow;

function Space({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="@max-table:block">
      <td colSpan={columns} className="p-0 @max-table:block" style={{ height }} />
    </tr>
  );
}

export function SortArrow({ direction }: { direction: "ascending" | "descending" | "none" }) {
  if (direction === "none") return <ChevronsUpDown aria-hidden className="opacity-45" />;
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  return <Arrow aria-hidden className="text-accent-ink" />;
}

function ColumnHead<Row>({ column, order }: { column: Column<Row>; order: Order | undefined }) {
  const { header, head = header, sorts: [ascending, descending] = [], className } = column;
  if (!order || !ascending || !descending) return <TableHead className={className}>{head}</TableHead>;
  const isAscending = order.sort === ascending;
  const isSorted = isAscending || order.sort === descending;
  const direction = isAscending ? "ascending" : "descending";
  return (
    <TableHead aria-sort={isSorted ? direction : undefined} className={className}>
      <button
        type="button"
        onClick={() => order.onSortChange(isAscending ? descending : ascending)}
        className="-mx-2 inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 text-left leading-tight hover:bg-line/60 hover:text-ink focus-visible:outline-offset-0 [&_svg]:size-3.5 [&_svg]:shrink-0"
      >
        {head}
        <SortArrow direction={isSorted ? direction : "none"} />
      </button>
    </TableHead>
  );
}
