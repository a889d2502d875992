"use client";

import { type ColumnDef, getCoreRowModel, useReactTable } from "@tanstack/react-table";
import { memo } from "react";
import { type ColumnSorts, sortOfColumns } from "./list/column-sort";
import { DataTable } from "./list/list-table";

/** An order that the server brings the rows in, since the browser holds one page of many. */
interface ListOrder<Sort extends string> {
  sorts: ColumnSorts<Sort>;
  sort: Sort;
  onSortChange: (sort: Sort) => void;
}

interface ListTableProps<Row, Sort extends string> {
  rows: Row[];
  /** Made once: with new columns every cell is drawn anew. */
  columns: ColumnDef<Row>[];
  /** Names the table for screen readers. */
  label: string;
  /** Without it no column can be sorted. */
  order?: ListOrder<Sort>;
  /** Newer rows are on their way. */
  isStale?: boolean;
  /** The columns are as wide as their classes say, whatever stands in them. */
  hasFixedColumns?: boolean;
}

const unsorted: [] = [];

function PlainListTable<Row extends { _id: string }, Sort extends string>({
  rows,
  columns,
  label,
  order,
  isStale,
  hasFixedColumns,
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
  return <DataTable table={table} label={label} isStale={isStale} hasFixedColumns={hasFixedColumns} />;
}

/** The table of a list of the API. Opening a dialog draws none of its rows anew, as long as the properties are the same ones. */
export const ListTable = memo(PlainListTable) as typeof PlainListTable;
