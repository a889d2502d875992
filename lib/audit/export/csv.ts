import { BYTE_ORDER_MARK, toCsv } from "../../http/csv";
import { readAuditEvents } from "../data";
import type { AuditEvent, AuditExportQuery, AuditReader } from "../schema";
import { labelOfAction } from "../values";

const COLUMNS: readonly [header: string, read: (event: AuditEvent) => string | null | undefined][] = [
  ["When (UTC)", ({ at }) => at],
  ["Who", ({ actor }) => actor?.email],
  ["Account id", ({ actor }) => actor?._id],
  ["What", ({ action }) => labelOfAction(action)],
  ["Action", ({ action }) => action],
  ["On what", ({ target }) => target?.name],
  ["Type", ({ target }) => target?.type],
  ["Target id", ({ target }) => target?._id],
  ["From where", ({ address }) => address],
  ["Signed in by", ({ credential }) => credential?.kind],
  ["Credential", ({ credential }) => credential?.name],
  ["Credential id", ({ credential }) => credential?._id],
  ["Details", ({ details }) => details && JSON.stringify(details)],
];

/** Yields the audit log as CSV; the first part has the header. Holds one batch of events in memory. */
export async function* auditCsv(viewer: AuditReader, query: AuditExportQuery): AsyncGenerator<string> {
  let start = BYTE_ORDER_MARK + toCsv([COLUMNS.map(([header]) => header)]);
  for await (const events of readAuditEvents(viewer, query)) {
    yield start + toCsv(events.map((event) => COLUMNS.map(([, read]) => read(event))));
    start = "";
  }
}

/** Returns the file name of an export. @param now names the day in UTC */
export function auditCsvName(now: Date): string {
  return `audit-log-${now.toISOString().slice(0, 10)}.csv`;
}
