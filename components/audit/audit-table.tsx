"use client";

import { ChevronRight } from "lucide-react";
import { useMemo } from "react";
import { type Column, ListTable } from "@/components/shared/list/list-table";
import { formatDay } from "@/components/shared/time/format-date";
import { useHydrated } from "@/components/shared/time/use-hydrated";
import type { AuditEvent } from "@/lib/audit/schema";
import { labelOfAction, wordsOf } from "@/lib/audit/values";
import { describeDetails } from "./describe-details";

const accountTypes: Readonly<Record<string, string>> = {
  user: "User account",
  admin: "Admin account",
  superadmin: "Super admin account",
};

/** The type of a target. That of an account names the role, which the details have. */
function typeOfTarget({ target, details }: Pick<AuditEvent, "target" | "details">): string {
  const type = target?.type ?? "";
  return (type === "account" && accountTypes[String(details?.["role"])]) || wordsOf(type);
}

export function WhatCell({ event }: { event: AuditEvent }) {
  return (
    <details className="group/event">
      <summary className="-mx-1.5 -my-0.5 inline-flex list-none items-center gap-1.5 rounded-md px-1.5 py-0.5 font-medium hover:bg-line/60 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-muted transition-transform group-open/event:rotate-90" />
        {labelOfAction(event.action)}
      </summary>
      <dl className="mt-2.5 mb-1 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {describeDetails(event).map(({ term, text, after }) => (
          <div key={term} className="contents">
            <dt className="text-ink-muted">{term}</dt>
            <dd className="wrap-anywhere whitespace-pre-line max-sm:mb-1">
              <bdi>{text}</bdi>
              {after === undefined ? null : (
                <>
                  {" → "}
                  <bdi>{after}</bdi>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Breaks an email address before the @ instead of inside a word. */
function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  if (at < 0) return <bdi>{email}</bdi>;
  return (
    <bdi>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  );
}

export function WhoCell({ event: { actor, address }, onShowActor }: { event: AuditEvent; onShowActor: (email: string) => void }) {
  if (!actor) return <span className="text-ink-muted">{address ? "Not signed in" : "System"}</span>;
  const { email } = actor;
  return (
    <button
      type="button"
      title={`Show what ${email} did`}
      onClick={() => onShowActor(email)}
      className="wrap-anywhere -mx-1.5 -my-0.5 rounded-md px-1.5 py-0.5 text-left hover:bg-line/60 hover:text-accent-ink"
    >
      <EmailText email={email} />
    </button>
  );
}

export function TargetCell({ event }: { event: AuditEvent }) {
  const { target } = event;
  if (!target) return <span className="text-ink-muted">—</span>;
  const type = typeOfTarget(event);
  if (!target.name) return <span className="text-ink-muted">{type}</span>;
  return (
    <span className="block">
      <span className="wrap-anywhere block">
        <EmailText email={target.name} />
      </span>
      <span className="block text-ink-muted text-sm">{type}</span>
    </span>
  );
}

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
      className: "tabular-nums @table:min-w-28 @table:[td&]:align-top @wide:w-44 @wide:whitespace-nowrap",
      cell: ({ at }) => <EventTime value={at} />,
    },
    {
      header: "Who",
      isLabelled: true,
      className: "@table:w-[23%] @table:[td&]:align-top",
      cell: (event) => <WhoCell event={event} onShowActor={onShowActor} />,
    },
    {
      header: "What",
      className: "@max-table:order-first @max-table:col-span-2 @table:w-[28%] @table:[td&]:align-top",
      cell: (event) => <WhatCell event={event} />,
    },
    {
      header: "On what",
      isLabelled: true,
      className: "@table:w-1/4 @table:[td&]:align-top",
      cell: (event) => <TargetCell event={event} />,
    },
    {
      header: "From where",
      isLabelled: true,
      className: "wrap-anywhere tabular-nums @table:[td&]:align-top @wide:w-36",
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
