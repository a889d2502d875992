import { midnightOf } from "@/components/shared/form/reader-day";
import { AUDIT_EXPORT_PATH } from "@/lib/audit/values";
import { ROWS_PER_PAGE } from "@/lib/http/paging/values";

export interface AuditFilters {
  search: string;
  action: string;
  actor: string;
  from: string;
  to: string;
}

export const noFilters: AuditFilters = { search: "", action: "", actor: "", from: "", to: "" };
export const filterNames = Object.keys(noFilters) as (keyof AuditFilters)[];

export function readFilters(get: (name: string) => string | null | undefined): AuditFilters {
  const filters = { ...noFilters };
  for (const name of filterNames) filters[name] = get(name) ?? "";
  return filters;
}

export function hasFilters(filters: AuditFilters): boolean {
  return filterNames.some((name) => filters[name].trim() !== "");
}

function addFilters(query: URLSearchParams, { search, action, actor, from, to }: AuditFilters): URLSearchParams {
  const asked = { search: search.trim(), action, actor: actor.trim(), from: midnightOf(from, 0), to: midnightOf(to, 1) };
  for (const [name, value] of Object.entries(asked)) {
    if (value) query.set(name, value instanceof Date ? value.toISOString() : value);
  }
  return query;
}

/** Returns the call for the first page. */
export function auditPath(filters: AuditFilters): string {
  return `/api/audit?${addFilters(new URLSearchParams({ limit: String(ROWS_PER_PAGE) }), filters)}`;
}

/** Returns the call for all events as CSV. */
export function auditExportPath(filters: AuditFilters): string {
  return `${AUDIT_EXPORT_PATH}?${addFilters(new URLSearchParams(), filters)}`;
}
