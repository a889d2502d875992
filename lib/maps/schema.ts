import { z } from "zod";
import { type EntryPath, toEntryName } from "../trees/schema";

/** Below it are the maps, by safe name, on both origins. */
export const MAPS_PATH = "/projects/maps";

/** Stands where a safe name would: the files that all maps share. No project can be called so. */
export const ASSETS = "assets";

/** Query parameters that are ours; every other one belongs to the map. */
export const TICKET_PARAMETER = "sea-vision-ticket";
export const STEP_PARAMETER = "sea-vision-step";

/**
 * Steps on the way to a map's cookie that only the address can remember: a browser that keeps no cookie would otherwise be
 * sent around for ever. `returned`: the maps' origin sent it back for a ticket. `cookie`: it has been given a cookie since.
 */
const stepSchema = z.enum(["returned", "cookie"]);
export type Step = z.infer<typeof stepSchema>;

/** What an address below MAPS_PATH asks for. */
export interface MapAddress {
  /** A project's safe name, or ASSETS. */
  scope: string;
  path: EntryPath;
  /** Ends with a slash. Relative links of a folder's page only work from there. */
  isFolder: boolean;
  /** Path and query in ASCII, as the browser should show them: without our own parameters. Begins with MAPS_PATH. */
  clean: string;
  ticket: string | null;
  step: Step | null;
}

const safeNamePattern = /^(?=.*[a-z0-9])[a-z0-9._-]{1,100}$/;

/** @returns null for malformed escapes and for what no entry can be called */
function toNames(segments: readonly string[]): string[] | null {
  const names: string[] = [];
  // As other servers do, two slashes count as one.
  for (const segment of segments.filter(Boolean)) {
    try {
      const name = toEntryName(decodeURIComponent(segment));
      if (name === null) return null;
      names.push(name);
    } catch {
      return null;
    }
  }
  return names;
}

function splitQuery(query: string): Pick<MapAddress, "ticket" | "step"> & { others: string } {
  const parts = query.split("&");
  const read = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const isOurs = (part: string) => [TICKET_PARAMETER, STEP_PARAMETER].some((name) => part.startsWith(`${name}=`));
  const others = parts.filter((part) => !isOurs(part)).join("&");
  const step = stepSchema.safeParse(read(STEP_PARAMETER));
  return { ticket: read(TICKET_PARAMETER) ?? null, step: step.data ?? null, others };
}

/**
 * Reads the target of a request line. Escapes are decoded once; `..`, backslashes, encoded slashes and control characters
 * lead nowhere.
 * @returns null when it is no address of a map or of a file in one
 */
export function parseMapAddress(target: string): MapAddress | null {
  // A request line holds bytes, which Node hands over as Latin-1; browsers escape those beyond ASCII themselves.
  const ascii = target.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  if (!ascii.startsWith(`${MAPS_PATH}/`)) return null;
  const question = ascii.indexOf("?");
  const rawPath = question < 0 ? ascii : ascii.slice(0, question);
  const [scope = "", ...segments] = rawPath.slice(MAPS_PATH.length + 1).split("/");
  const path = safeNamePattern.test(scope) ? toNames(segments) : null;
  if (!path) return null;
  const { ticket, step, others } = splitQuery(question < 0 ? "" : ascii.slice(question + 1));
  return { scope, path, isFolder: segments.at(-1) === "", clean: withQuery(rawPath, others), ticket, step };
}

function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

/** The same address with one of our own parameters after the map's. */
export function withParameter(clean: string, name: string, value: string): string {
  return `${clean}${clean.includes("?") ? "&" : "?"}${name}=${value}`;
}

/** The same address with a slash at the end of its path. */
export function asFolder(clean: string): string {
  const [path = "", query = ""] = clean.split(/\?(.*)/s);
  return withQuery(`${path}/`, query);
}

/** Who may open what, as a ticket and a cookie carry it. */
const rightSchema = z.object({
  /** Account id. */
  account: z.string(),
  /** Session id: the right ends with the session. */
  session: z.string(),
  /** Project id; null for the shared assets. A project made anew under an old name is another one. */
  project: z.string().nullable(),
  /** Safe name, or ASSETS. */
  scope: z.string(),
});
export type MapRight = z.infer<typeof rightSchema>;

/** A right for a while: what a browser takes in its address from the application's origin to the maps', and in its cookie there. */
export const expiringRightSchema = rightSchema.extend({
  /** In seconds since 1970. */
  expires: z.int(),
});
export type ExpiringRight = z.infer<typeof expiringRightSchema>;
