import { midnightOf } from "@/components/shared/form/reader-day";
import { creatorSchema, type ProjectStatus, projectStatusSchema } from "@/lib/projects/schema";

/** Filters as in the URL. Days are in the reader's time zone, as `2026-11-20`; "" means no filter. */
export interface ProjectFilters {
  status: ProjectStatus | "";
  createdBy: string;
  from: string;
  to: string;
}

const dayOf = (text: string) => (midnightOf(text, 0) ? text : "");

export function readProjectFilters(get: (name: string) => string | null | undefined, hasStatus = false): ProjectFilters {
  return {
    status: (hasStatus && projectStatusSchema.safeParse(get("status")).data) || "",
    createdBy: creatorSchema.safeParse(get("createdBy")).data ?? "",
    from: dayOf(get("from") ?? ""),
    to: dayOf(get("to") ?? ""),
  };
}

export function countFilters({ status, createdBy, from, to }: ProjectFilters): number {
  return Number(status !== "") + Number(createdBy !== "") + Number(from !== "" || to !== "");
}

/** Returns the API parameters, with days converted to times. */
export function filterFields({ status, createdBy, from, to }: ProjectFilters): Record<string, string> {
  const given = { status, createdBy, from: midnightOf(from, 0)?.toISOString(), to: midnightOf(to, 1)?.toISOString() };
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])));
}
