import { z } from "zod";
import { toSafeName } from "../projects/schema";
import { type EntryPath, toEntryName } from "../trees/schema";

export const MAPS_PATH = "/projects/maps";

/** Header of a 404 answer to the viewer: `no-index` to an admin, `incomplete` to a user. */
export const MAP_PROBLEM_HEADER = "X-Map-Problem";

export const TICKET_PARAMETER = "sea-vision-ticket";
export const STEP_PARAMETER = "sea-vision-step";
export const LABEL_PARAMETER = "sea-vision-label";

/** Steps of getting a cookie, in the URL to prevent endless redirects. `returned`: redirected back for a ticket. `cookie`: has received a cookie. `shared`: comes from a share link. `download`: a download that had no cookie. */
const stepSchema = z.enum(["returned", "cookie", "shared", "download"]);
export type Step = z.infer<typeof stepSchema>;

export interface MapAddress {
  /** As in `splitScope`, or ASSETS. */
  scope: string;
  path: EntryPath;
  /** Ends with a slash. Relative links of a folder's page only work from there. */
  isFolder: boolean;
  /** Path and query in ASCII without our own parameters. Begins with MAPS_PATH. */
  clean: string;
  ticket: string | null;
  step: Step | null;
  /** Label of the map's own origin, of a download. */
  label: string | null;
}

const scopePattern = /^(?=[._-]*[a-z0-9])[a-z0-9._-]{1,100}(?:~[1-9]\d{0,14})?$/;

/** Splits a scope: `harbour` is the map that a project shows, `harbour~12` its version of that id. */
export function splitScope(scope: string): { safeName: string; version: number | null } {
  const [safeName = "", version] = scope.split("~");
  return { safeName, version: version === undefined ? null : Number(version) };
}

/** Returns null for malformed escapes and impossible names. */
function toNames(segments: readonly string[]): string[] | null {
  const names: string[] = [];
  // Like other servers, treats two slashes as one.
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

function splitQuery(query: string): Pick<MapAddress, "ticket" | "step" | "label"> & { others: string } {
  const parts = query.split("&");
  const read = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const isOurs = (part: string) => [TICKET_PARAMETER, STEP_PARAMETER, LABEL_PARAMETER].some((name) => part.startsWith(`${name}=`));
  const others = parts.filter((part) => !isOurs(part)).join("&");
  const step = stepSchema.safeParse(read(STEP_PARAMETER));
  return { ticket: read(TICKET_PARAMETER) ?? null, step: step.data ?? null, label: read(LABEL_PARAMETER) ?? null, others };
}

/**
 * A request line has bytes, which Node returns as Latin-1. Browsers escape bytes beyond ASCII, but they send a percent sign that begins no
 * escape as it is: `100%.js` (URL Standard, percent-encoded bytes).
 */
function toAscii(target: string): string {
  return target.replace(/[\x80-\xff]|%(?![\da-f]{2})/gi, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
}

/** Replaces a project's name in a map address, in lower case with hyphens, by its safe name. @returns null without one */
export function withSafeName(target: string): string | null {
  const [, name = "", rest = ""] = /^\/projects\/maps\/([^/?]+)(.*)$/s.exec(toAscii(target)) ?? [];
  const safeName = toSafeName(toNames([name])?.[0] ?? "");
  return safeName === "" ? null : `${MAPS_PATH}/${safeName}${rest}`;
}

/** Parses a request target, decoding escapes once. @returns null for traversal, encoded slashes, control characters and other URLs */
export function parseMapAddress(target: string): MapAddress | null {
  const ascii = toAscii(target);
  if (!ascii.startsWith(`${MAPS_PATH}/`)) return null;
  const question = ascii.indexOf("?");
  const rawPath = question < 0 ? ascii : ascii.slice(0, question);
  const [scope = "", ...segments] = rawPath.slice(MAPS_PATH.length + 1).split("/");
  const path = scopePattern.test(scope) ? toNames(segments) : null;
  if (!path) return null;
  const { others, ...ours } = splitQuery(question < 0 ? "" : ascii.slice(question + 1));
  return { scope, path, isFolder: segments.at(-1) === "", clean: withQuery(rawPath, others), ...ours };
}

function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

export function withParameter(clean: string, name: string, value: string): string {
  return `${clean}${clean.includes("?") ? "&" : "?"}${name}=${value}`;
}

export function asFolder(clean: string): string {
  const [path = "", query = ""] = clean.split(/\?(.*)/s);
  return withQuery(`${path}/`, query);
}

const opened = { project: z.string().nullable(), scope: z.string() };

/** A right to open a scope, in tickets and cookies: of an account with its session, of a share link, or of a guest by its session. */
const rightSchema = z.union([
  z.object({ account: z.string(), session: z.string(), ...opened }),
  z.object({ link: z.string(), ...opened }),
  z.object({ guest: z.string(), ...opened }),
]);
export type MapRight = z.infer<typeof rightSchema>;

/** Returns who holds a right: an account by its session or API token, a share link, or a guest's session. */
export function viewerOf(right: MapRight): { accountId: string | null; credentialId: string } {
  if ("account" in right) return { accountId: right.account, credentialId: right.session };
  return { accountId: null, credentialId: "link" in right ? right.link : right.guest };
}

/** Permissions that come with the right to open a map, in addition to its files. */
export interface MapGrant {
  /** Whether the map may ask the browser for the visitor's location. */
  allowsLocation: boolean;
  /** Camera and microphone. */
  allowsCamera: boolean;
  /** Whether navigations to unknown addresses get the first page. */
  allowsRouting: boolean;
  /** Whether pages are isolated from other origins. */
  allowsSharedMemory: boolean;
  /** Other sites that may show the map in a frame. */
  frameOrigins: readonly string[];
}

/** A right that expires, as in the cookie of the maps. */
export const expiringRightSchema = rightSchema.and(z.object({ expires: z.int() }));
export type ExpiringRight = z.infer<typeof expiringRightSchema>;

/** Whether the map was edited so recently that the browser may have older files of it. */
const edited = { isEdited: z.boolean().optional() };
export type OpeningRight = MapRight & z.infer<z.ZodObject<typeof edited>>;

/** A right in the URL from the application to the maps. Its id is used once. */
export const ticketSchema = expiringRightSchema.and(z.object({ id: z.uuid(), ...edited }));
export type Ticket = z.infer<typeof ticketSchema>;

/** What the host of a request serves: every map, one project's map or one of its versions, or without a project the shared assets. */
export type MapHome = "shared" | { project: string | null; version: number | null };
