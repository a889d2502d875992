import { z } from "zod";
import type { AuditReader } from "../../audit/schema";
import { answeredIdSchema, timeSchema } from "../../http/paging/schema";

export const roleSchema = z.enum(["superadmin", "admin", "user"]);
export type Role = z.infer<typeof roleSchema>;

/** What an API token may: read, publish to some projects, everything that its account may except for accounts, or manage accounts. */
export const tokenScopeSchema = z.enum(["read", "publish", "everything", "people"]);
export type TokenScope = z.infer<typeof tokenScopeSchema>;

export interface SessionCredential {
  kind: "session";
  id: string;
  isSingleSignOn?: boolean;
}

export interface TokenCredential {
  kind: "token";
  id: string;
  name: string;
  scope: TokenScope;
  /** The only projects that the token is for; null for all. */
  projectIds: readonly string[] | null;
}

/** The only projects and groups that a limited admin manages. */
export interface AdminLimit {
  projectIds: readonly string[];
  groupIds: readonly string[];
}

export interface Viewer {
  accountId: string;
  role: Role;
  /** Null for an account without a limit. */
  limit: AdminLimit | null;
  email: string;
  name: string;
  /** What authenticated the request. */
  credential: SessionCredential | TokenCredential;
}

/** A viewer who has signed in. Calls about sessions, passwords and API tokens need one. */
export interface SessionViewer extends Viewer {
  credential: SessionCredential;
}

/** What an account must do before anything else: the code of the error that refuses its calls, and the page on which it does so. */
export const DUTY_PAGES = { password_change_required: "/change-password", second_factor_required: "/second-factor" } as const;
export type Duty = keyof typeof DUTY_PAGES;

/** What a viewer has before the gates. */
export interface Owing {
  duty: Duty | null;
}

/** The viewer of a session, before the gates. */
export interface SignedInViewer extends SessionViewer, Owing {}

declare const mayAdministrate: unique symbol;
declare const mayGovern: unique symbol;

/** An admin or superadmin. Only policy.ts makes one, so a query that requires it can't be reached without that check. */
export type AdminViewer = Viewer & { readonly [mayAdministrate]: true };

export type SuperadminViewer = AdminViewer & AuditReader & { readonly [mayGovern]: true };

/** The parts of a request that policy.ts reads: of the fetch API, or from lib/http/node.ts. */
export interface RequestLike {
  method: string;
  headers: Headers;
  url?: string;
}

/** Request header in which middleware.ts passes a page its own path. */
export const PAGE_PATH_HEADER = "x-sea-vision-page-path";

/** Reason in the audit log when a page redirects another role. */
export const PAGE_OF_ANOTHER_ROLE = "This page is for another role.";

export const HOME_PATH = "/dashboard";

/** Base URL for resolving paths; .invalid can't be registered. */
const BASE_URL = "http://nowhere.invalid";

/** Returns the path to open after signing in: a path of this origin, else HOME_PATH. */
export function safeNextPath(value: unknown): string {
  if (typeof value !== "string" || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)) return HOME_PATH;
  const url = URL.canParse(value, BASE_URL) ? new URL(value, BASE_URL) : null;
  // Dot segments are resolved by now: `/.//other.example` has become `//other.example`.
  if (url?.origin !== BASE_URL || url.pathname.startsWith("//")) return HOME_PATH;
  if (["/", "/login", ...Object.values(DUTY_PAGES)].includes(url.pathname)) return HOME_PATH;
  return `${url.pathname}${url.search}${url.hash}`;
}

export const deviceKindSchema = z.enum(["desktop", "mobile", "program", "unknown"]);
export type DeviceKind = z.infer<typeof deviceKindSchema>;

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

export const sessionListSchema = z.object({
  sessions: z.array(sessionSummarySchema),
  total: z.int().describe("Of all, also of those that a very long list leaves out."),
});
export type SessionList = z.infer<typeof sessionListSchema>;
