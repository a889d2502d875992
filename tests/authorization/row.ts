import type { Ask } from "./ask";
import type { World } from "./world";

/** Who calls: a plain user, another one, and somebody whose account is gone but whose token is still signed and fresh. */
export const CALLERS = ["anonymous", "user", "other", "admin", "superadmin", "deleted"] as const;
export type Caller = (typeof CALLERS)[number];

/** Exact status; of a redirect also where it leads, as the whole Location header or what it must match. */
export type Outcome = number | readonly [status: number, location: string | RegExp];

/** In the order of CALLERS. */
export type Outcomes = readonly [anonymous: Outcome, user: Outcome, other: Outcome, admin: Outcome, superadmin: Outcome, deleted: Outcome];

/** What makes a call valid, so that its status says who may and nothing else. Made anew for each caller: many a call uses up what it is about. */
export interface Call {
  /** Address to ask for, where the route has a parameter or takes a query. */
  path?: string;
  headers?: Record<string, string>;
  /** Cookies beside the caller's own. */
  cookies?: readonly string[];
  /** Sent as JSON, or as it is when it is a Buffer. */
  body?: unknown;
}

export interface Row {
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  /** As the folders of app/ name it: /api/user/edit/[id]. */
  route: string;
  outcomes: Outcomes;
  /** Which case of the route it is, when there are several. */
  what?: string;
  /** Which server; the application's when missing. */
  on?: "maps";
  call?(world: World, caller: Caller, ask: Ask): Call | Promise<Call>;
}

/** Anybody at all. */
export const everyone = (outcome: Outcome): Outcomes => [outcome, outcome, outcome, outcome, outcome, outcome];
/** Whoever is signed in. */
export const signedIn = (outcome: Outcome): Outcomes => [401, outcome, outcome, outcome, outcome, 401];
/** Plain users alone. */
export const users = (outcome: Outcome): Outcomes => [401, outcome, outcome, 403, 403, 401];
/** Admins and superadmins. */
export const admins = (outcome: Outcome): Outcomes => [401, 403, 403, outcome, outcome, 401];
/** Admins, without superadmins. */
export const adminsAlone = (outcome: Outcome): Outcomes => [401, 403, 403, outcome, 403, 401];
/** Superadmins alone. */
export const superadmins = (outcome: Outcome): Outcomes => [401, 403, 403, 403, outcome, 401];
