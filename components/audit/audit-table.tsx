"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useMemo } from "react";
import { formatBytes } from "@/components/shared/format-bytes";
import { type Column, ListTable } from "@/components/shared/list/list-table";
import { formatTime } from "@/components/shared/time/date-settings";
import { formatDay } from "@/components/shared/time/format-date";
import { useHydrated } from "@/components/shared/time/use-hydrated";
import type { AuditEvent } from "@/lib/audit/schema";
import { labelOfAction, wordsOf } from "@/lib/audit/values";

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

const linkStyles = "text-accent-ink underline-offset-4 hover:underline";

export function TargetCell({ event }: { event: AuditEvent }) {
  const { target } = event;
  if (!target) return <span className="text-ink-muted">—</span>;
  const type = typeOfTarget(event);
  if (!target.name) return <span className="text-ink-muted">{type}</span>;
  const name = <EmailText email={target.name} />;
  return (
    <span className="block">
      <span className="wrap-anywhere block">
        {target.type === "project" && target._id ? (
          <Link href={`/projects?project=${target._id}&tab=views`} title="Show the views of this project" className={linkStyles}>
            {name}
          </Link>
        ) : (
          name
        )}
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
  const format = (options: Intl.DateTimeFormatOptions) => formatTime(new Date(value), options, timeZone);
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

interface DetailLine {
  term: string;
  text: string;
  after?: string;
}

type Known = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Known => typeof value === "object" && value !== null && !Array.isArray(value);

function toTerm(name: string): string {
  const words = name
    .replace(/[_-]+/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toText(name: string, value: unknown): string {
  if (name === "bytes" && typeof value === "number") return formatBytes(value);
  if (typeof value === "number") return value.toLocaleString("en-US");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((item) => toText("", item)).join(", ");
  if (isRecord(value) && typeof value["name"] === "string") return value["name"];
  return typeof value === "string" ? value : JSON.stringify(value);
}

function toChanges(before: Known, after: Known): DetailLine[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => ({ term: toTerm(name), text: toText(name, before[name] ?? "—"), after: toText(name, after[name] ?? "—") }));
}

const credentialTerms = {
  session: "Session",
  "single-sign-on": "Single sign-on session",
  token: "API token",
  link: "Share link",
  guest: "Guest session",
} as const;

export function describeDetails({ at, actor, target, credential, details }: AuditEvent): DetailLine[] {
  const { before, after, ...others } = details ?? {};
  const lines = Object.entries(others)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => ({ term: toTerm(name), text: toText(name, value) }));
  if (isRecord(before) || isRecord(after)) lines.unshift(...toChanges(isRecord(before) ? before : {}, isRecord(after) ? after : {}));
  lines.push({ term: "Time (UTC)", text: at });
  if (credential) lines.push({ term: credentialTerms[credential.kind], text: `${credential.name} (${credential._id})` });
  if (actor?._id) lines.push({ term: "Account id", text: actor._id });
  if (target?._id) lines.push({ term: "Target id", text: target._id });
  return lines;
}
