"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { useMemo } from "react";
import { ListTable } from "@/components/shared/list/list-table";
import { formatDay } from "@/components/shared/time/format-day";
import { useHydrated } from "@/components/shared/time/use-hydrated";
import type { AuditEvent } from "@/lib/audit/schema";
import { TargetCell, WhatCell, WhoCell } from "./event-cells";

const timeOfDay: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
const exactly: Intl.DateTimeFormatOptions = {
  weekday: "long",
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  timeZoneName: "short",
};

function EventTime({ value }: { value: string }) {
  const timeZone = useHydrated() ? undefined : "UTC";
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone }).format(new Date(value));
  return (
    <time dateTime={value} title={format(exactly)}>
      {`${formatDay(value, new Date(), timeZone)}, `}
      <span className="whitespace-nowrap">{format(timeOfDay)}</span>
    </time>
  );
}

function auditColumns(onShowActor: (email: string) => void): ColumnDef<AuditEvent>[] {
  return [
    {
      id: "at",
      header: "When",
      meta: { cardLabel: "When", className: "tabular-nums md:min-w-28 md:[td&]:align-top lg:w-44 lg:whitespace-nowrap" },
      cell: ({ row }) => <EventTime value={row.original.at} />,
    },
    {
      id: "who",
      header: "Who",
      meta: { cardLabel: "Who", className: "md:w-[23%] md:[td&]:align-top" },
      cell: ({ row }) => <WhoCell event={row.original} onShowActor={onShowActor} />,
    },
    {
      id: "what",
      header: "What",
      meta: { className: "max-md:order-first max-md:col-span-2 md:w-[28%] md:[td&]:align-top" },
      cell: ({ row }) => <WhatCell event={row.original} />,
    },
    {
      id: "target",
      header: "On what",
      meta: { cardLabel: "On what", className: "md:w-1/4 md:[td&]:align-top" },
      cell: ({ row }) => <TargetCell event={row.original} />,
    },
    {
      id: "address",
      header: "From where",
      meta: { cardLabel: "From where", className: "wrap-anywhere tabular-nums md:[td&]:align-top lg:w-36" },
      cell: ({ row }) => row.original.address ?? <span className="text-ink-muted">—</span>,
    },
  ];
}

interface AuditTableProps {
  events: AuditEvent[];
  isStale: boolean;
  onShowActor: (email: string) => void;
}

export function AuditTable({ events, isStale, onShowActor }: AuditTableProps) {
  const columns = useMemo(() => auditColumns(onShowActor), [onShowActor]);
  return <ListTable rows={events} columns={columns} label="Events" isStale={isStale} />;
}
