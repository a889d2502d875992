import { z } from "zod";
import { answeredIdSchema, timeSchema } from "../../http/paging/schema";

/** Roles as the specification spells them. */
export const roleSchema = z.enum(["superadmin", "admin", "user"]);
export type Role = z.infer<typeof roleSchema>;

/** Someone signed in, as the database has them at this moment. */
export interface Viewer {
  accountId: string;
  sessionId: string;
  role: Role;
  email: string;
  name: string;
}

declare const mayAdministrate: unique symbol;
declare const mayGovern: unique symbol;

/** An admin or superadmin. Only the gate in policy.ts makes one, so a query that asks for it cannot be reached around the gate. */
export type AdminViewer = Viewer & { readonly [mayAdministrate]: true };

/** A superadmin. Made by the gate alone, as AdminViewer is. */
export type SuperadminViewer = AdminViewer & { readonly [mayGovern]: true };

/** What the gates read of a request: a Request fits, and so does what lib/http/node.ts makes of a plain Node one. */
export interface RequestLike {
  method: string;
  headers: Headers;
  url?: string;
}

/** Request header in which middleware.ts tells a page its own path; Next does not. */
export const PAGE_PATH_HEADER = "x-sea-vision-page-path";

/** Where signed-in people land when nothing else was asked for. */
export const HOME_PATH = "/dashboard";

/** Stands in for our own origin while a path is resolved; nobody can register a name under .invalid. */
const NOWHERE = "http://nowhere.invalid";

/**
 * The path to go on to after signing in. Only ever a path of this origin: `//other.example`, `/\other.example`
 * and everything else that a browser would read as another site becomes HOME_PATH, as the sign-in screen itself does.
 * @param value the `next` parameter as it came
 */
export function safeNextPath(value: unknown): string {
  if (typeof value !== "string" || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)) return HOME_PATH;
  const url = URL.canParse(value, NOWHERE) ? new URL(value, NOWHERE) : null;
  // Dot segments are resolved by now: `/.//other.example` has become `//other.example`.
  if (url?.origin !== NOWHERE || url.pathname.startsWith("//")) return HOME_PATH;
  if (url.pathname === "/" || url.pathname === "/login") return HOME_PATH;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** What kind of thing somebody is signed in on, for its picture. */
export const deviceKindSchema = z.enum(["desktop", "mobile", "program", "unknown"]);
export type DeviceKind = z.infer<typeof deviceKindSchema>;

/** One of a person's own sessions, as the API answers it. */
export const sessionSummarySchema = z.object({
  _id: answeredIdSchema,
  device: z.string().describe('"Chrome on Windows", as far as the browser told when it signed in.'),
  kind: deviceKindSchema,
  address: z.string().nullable().describe("Network address that it signed in from; null when it is not known."),
  createdAt: timeSchema,
  lastSeenAt: timeSchema.describe("ISO 8601 in UTC, exact to a minute."),
  current: z.boolean().describe("The session that asks."),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;

/** A person's own sessions: the one that asks, then the others, last seen first. */
export const sessionListSchema = z.object({
  sessions: z.array(sessionSummarySchema),
  total: z.int().describe("Of all, also of those that a very long list leaves out."),
});
export type SessionList = z.infer<typeof sessionListSchema>;
