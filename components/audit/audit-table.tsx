"use client";

import { useMemo } from "react";
import { type Column, ListTable } from "@/components/shared/list/list-table";
import { formatDay } from "@/components/shared/time/format-date";
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

function auditColumns(onShowActor: (email: string) => void): Column<AuditEvent>[] {
  return [
    {
      header: "When",
      isLabelled: true,
      className: "tabular-nums md:min-w-28 md:[td&]:align-top lg:w-44 lg:whitespace-nowrap",
      cell: ({ at }) => <EventTime value={at} />,
    },
    {
      header: "Who",
      isLabelled: true,
      className: "md:w-[23%] md:[td&]:align-top",
      cell: (event) => <WhoCell event={event} onShowActor={onShowActor} />,
    },
    {
      header: "What",
      className: "max-md:order-first max-md:col-span-2 md:w-[28%] md:[td&]:align-top",
      cell: (event) => <WhatCell event={event} />,
    },
    {
      header: "On what",
      isLabelled: true,
      className: "md:w-1/4 md:[td&]:align-top",
      cell: (event) => <TargetCell event={event} />,
    },
    {
      header: "From where",
      isLabelled: true,
      className: "wrap-anywhere tabular-nums md:[td&]:align-top lg:w-36",
      cell: ({ address }) => address ?? <span className="text-ink-muted">—</span>,
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
