import { midnightOf } from "@/components/shared/form/reader-day";
import { ROWS_PER_PAGE } from "@/lib/http/paging/schema";

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

/** Returns the call for the first page. */
export function auditPath({ search, action, actor, from, to }: AuditFilters): string {
  const query = new URLSearchParams({ limit: String(ROWS_PER_PAGE) });
  const asked = { search: search.trim(), action, actor: actor.trim(), from: midnightOf(from, 0), to: midnightOf(to, 1) };
  for (const [name, value] of Object.entries(asked)) {
    if (value) query.set(name, value instanceof Date ? value.toISOString() : value);
  }
  return `/api/audit?${query}`;
}
