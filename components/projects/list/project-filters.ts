import { midnightOf } from "@/components/shared/form/reader-day";
import { creatorSchema, type ProjectStatus, projectStatusSchema } from "@/lib/projects/schema";

/** What a list of projects is narrowed down to, as the address has it: days are the reader's own, `2026-11-20`. "" where nothing is asked. */
export interface ProjectFilters {
  /** Only of the list of all projects. */
  status: ProjectStatus | "";
  /** Id of an account, or UNKNOWN_CREATOR. */
  createdBy: string;
  from: string;
  to: string;
}

const dayOf = (text: string) => (midnightOf(text, 0) ? text : "");

/**
 * What makes no sense is not asked for.
 * @param get a parameter of the address
 * @param hasStatus whether the list can be asked for a status
 */
export function readProjectFilters(get: (name: string) => string | null | undefined, hasStatus = false): ProjectFilters {
  return {
    status: (hasStatus && projectStatusSchema.safeParse(get("status")).data) || "",
    createdBy: creatorSchema.safeParse(get("createdBy")).data ?? "",
    from: dayOf(get("from") ?? ""),
    to: dayOf(get("to") ?? ""),
  };
}

/** How many filters are on; a range of days is one. */
export function countFilters({ status, createdBy, from, to }: ProjectFilters): number {
  return Number(status !== "") + Number(createdBy !== "") + Number(from !== "" || to !== "");
}

/** The filters as the API takes them. Days become times, which only the reader's own browser can tell. */
export function filterFields({ status, createdBy, from, to }: ProjectFilters): Record<string, string> {
  const given = { status, createdBy, from: midnightOf(from, 0)?.toISOString(), to: midnightOf(to, 1)?.toISOString() };
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])));
}
