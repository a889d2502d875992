"use client";

import { createColumnHelper, getCoreRowModel, useReactTable } from "@tanstack/react-table";
import { memo, useMemo } from "react";
import { DataTable } from "@/components/shared/list/list-table";
import type { AuditEvent } from "@/lib/audit/schema";
import { TargetCell, WhatCell, WhoCell } from "./event-cells";
import { EventTime } from "./event-time";

const column = createColumnHelper<AuditEvent>();

function auditColumns(onShowActor: (email: string) => void) {
  return [
    column.accessor("at", {
      header: "When",
      meta: { cardLabel: "When", className: "tabular-nums md:min-w-28 md:[td&]:align-top lg:w-44 lg:whitespace-nowrap" },
      cell: ({ getValue }) => <EventTime value={getValue()} />,
    }),
    column.display({
      id: "who",
      header: "Who",
      meta: { cardLabel: "Who", className: "md:w-[23%] md:[td&]:align-top" },
      cell: ({ row }) => <WhoCell event={row.original} onShowActor={onShowActor} />,
    }),
    column.display({
      id: "what",
      header: "What",
      meta: { className: "max-md:order-first max-md:col-span-2 md:w-[28%] md:[td&]:align-top" },
      cell: ({ row }) => <WhatCell event={row.original} />,
    }),
    column.display({
      id: "target",
      header: "On what",
      meta: { cardLabel: "On what", className: "md:w-1/4 md:[td&]:align-top" },
      cell: ({ row }) => <TargetCell target={row.original.target} />,
    }),
    column.accessor("address", {
      header: "From where",
      meta: { cardLabel: "From where", className: "wrap-anywhere tabular-nums md:[td&]:align-top lg:w-36" },
      cell: ({ getValue }) => getValue() ?? <span className="text-ink-muted">—</span>,
    }),
  ];
}

interface AuditTableProps {
  events: AuditEvent[];
  isStale: boolean;
  onShowActor: (email: string) => void;
}

/** The events, newest first: the trail has no other order. */
export const AuditTable = memo(function AuditTable({ events, isStale, onShowActor }: AuditTableProps) {
  const columns = useMemo(() => auditColumns(onShowActor), [onShowActor]);
  const table = useReactTable({
    data: events,
    columns,
    enableSorting: false,
    getCoreRowModel: getCoreRowModel(),
    getRowId: (event) => event._id,
  });
  return <DataTable table={table} label="Events" isStale={isStale} />;
});
