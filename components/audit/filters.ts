import { ROWS_PER_PAGE } from "@/lib/paging/schema";

/** What the audit trail is searched for, as the address has it: days are the reader's own, `2026-11-20`. "" where nothing is asked. */
export interface AuditFilters {
  search: string;
  action: string;
  actor: string;
  from: string;
  to: string;
}

export const noFilters: AuditFilters = { search: "", action: "", actor: "", from: "", to: "" };
export const filterNames = Object.keys(noFilters) as (keyof AuditFilters)[];

/** @param get a parameter of the address */
export function readFilters(get: (name: string) => string | null | undefined): AuditFilters {
  const filters = { ...noFilters };
  for (const name of filterNames) filters[name] = get(name) ?? "";
  return filters;
}

export function hasFilters(filters: AuditFilters): boolean {
  return filterNames.some((name) => filters[name].trim() !== "");
}

/** A day as the browser's date field has it; while somebody types the year it is of the first millennium. */
const DAY = /^([1-9]\d{3})-(\d{2})-(\d{2})$/;

/** @returns midnight of a day in the reader's time zone, or null for what is no day. @param offset 1: midnight at its end */
function midnight(day: string, offset: 0 | 1): Date | null {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (!year) return null;
  const at = new Date(Number(year), Number(month) - 1, Number(date) + offset);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** The call for the first page. Days become times, which only the reader's own browser can tell. */
export function auditPath({ search, action, actor, from, to }: AuditFilters): string {
  const query = new URLSearchParams({ limit: String(ROWS_PER_PAGE) });
  const asked = { search: search.trim(), action, actor: actor.trim(), from: midnight(from, 0), to: midnight(to, 1) };
  for (const [name, value] of Object.entries(asked)) {
    if (value) query.set(name, value instanceof Date ? value.toISOString() : value);
  }
  return `/api/audit?${query}`;
}
