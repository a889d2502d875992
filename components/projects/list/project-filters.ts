import { midnightOf } from "@/components/shared/form/reader-day";
import { PROJECT_STATUSES, type ProjectStatus, UNKNOWN_CREATOR } from "@/lib/projects/values";

/** Filters as in the URL. Days are in the reader's time zone, as `2026-11-20`; "" means no filter. */
interface ProjectFilters {
  status: ProjectStatus | "";
  createdBy: string;
  from: string;
  to: string;
}

/** A UUID, as the server checks it (RFC 9562). */
const ACCOUNT_ID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

const creatorOf = (text: string) => (text === UNKNOWN_CREATOR || ACCOUNT_ID.test(text) ? text : "");
const dayOf = (text: string) => (midnightOf(text, 0) ? text : "");

export function readProjectFilters(get: (name: string) => string | null | undefined, hasStatus = false): ProjectFilters {
  return {
    status: (hasStatus && PROJECT_STATUSES.find((status) => status === get("status"))) || "",
    createdBy: creatorOf(get("createdBy") ?? ""),
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
