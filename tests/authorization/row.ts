import type { Ask } from "./ask";
import type { World } from "./world";

/** The caller: a plain user, another one, and a deleted account whose token is still signed and not expired. */
export const CALLERS = ["anonymous", "user", "other", "admin", "superadmin", "deleted"] as const;
export type Caller = (typeof CALLERS)[number];

/** The exact status. For a redirect also its Location header, or a pattern of it. */
export type Outcome = number | readonly [status: number, location: string | RegExp];

/** In the order of CALLERS. */
export type Outcomes = readonly [anonymous: Outcome, user: Outcome, other: Outcome, admin: Outcome, superadmin: Outcome, deleted: Outcome];

/** API tokens of the superadmin. `publish` is for the world's project, and `publish-elsewhere` for another one. */
export const TOKENS = ["read", "publish", "publish-elsewhere", "everything", "people"] as const;
export type Token = (typeof TOKENS)[number];

/** In the order of TOKENS. */
export type TokenOutcomes = readonly [read: Outcome, publish: Outcome, publishElsewhere: Outcome, everything: Outcome, people: Outcome];

/** Makes the request valid, so that its status depends on the caller only. Made anew for each caller, because many requests use up their target. */
export interface Call {
  /** The URL, for a route with a parameter or a query. */
  path?: string;
  headers?: Record<string, string>;
  /** Cookies in addition to the caller's own. */
  cookies?: readonly string[];
  /** Sent as JSON, or unchanged when it is a Buffer. */
  body?: unknown;
}

export interface Row {
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  /** The path in app/: /api/user/edit/[id]. */
  route: string;
  outcomes: Outcomes;
  /** For a visitor with the cookie that a share link of the world's project gives. By default that of an anonymous caller. */
  shared?: Outcome;
  /** For a guest of the world's project. By default that of a visitor with a share link. */
  guest?: Outcome;
  /** For a limited admin who manages the world's project. By default that of an admin. */
  inside?: Outcome;
  /** For a limited admin who doesn't manage the world's project. By default `inside`. */
  outside?: Outcome;
  /** For a browser that has given a right password and lacks the second factor. By default that of an anonymous caller. */
  half?: Outcome;
  /** What API tokens may make the call, or what each gets. By default those of `read` for GET and HEAD, and otherwise that of everything. */
  tokens?: keyof typeof tokensOf | TokenOutcomes;
  /** The case of the route, when there are several. */
  what?: string;
  /** Which server: the application by default. */
  on?: "maps";
  call?(world: World, caller: Caller, ask: Ask): Call | Promise<Call>;
}

/** What API tokens get from a call, if `given` is what their account gets. */
const tokensOf = {
  read: (given: Outcome): TokenOutcomes => [given, 403, 403, given, 403],
  write: (given: Outcome): TokenOutcomes => [403, 403, 403, given, 403],
  people: (given: Outcome): TokenOutcomes => [403, 403, 403, 403, given],
  "people-read": (given: Outcome): TokenOutcomes => [given, 403, 403, given, given],
  publish: (given: Outcome): TokenOutcomes => [403, given, 403, given, 403],
  "publish-read": (given: Outcome): TokenOutcomes => [given, given, 403, given, 403],
  /** Publishing calls that name no project. */
  "publish-any": (given: Outcome): TokenOutcomes => [403, given, given, given, 403],
  session: (): TokenOutcomes => [403, 403, 403, 403, 403],
} as const;

export function tokenOutcomes({ on, method, outcomes, tokens }: Row): TokenOutcomes {
  const [anonymous, , , , superadmin] = outcomes;
  if (typeof tokens === "object") return tokens;
  // Cookies alone open maps there, and some calls are public.
  if (on === "maps" || (!tokens && outcomes.every((one) => one === anonymous)))
    return [superadmin, superadmin, superadmin, superadmin, superadmin];
  return tokensOf[tokens ?? (method === "GET" || method === "HEAD" ? "read" : "write")](superadmin);
}

const outcomeOfAdmin = ({ outcomes, inside }: Row): Outcome => inside ?? outcomes[CALLERS.indexOf("admin")] ?? 0;

/** Returns what a limited admin gets, with a session and with a token of the scope `everything`. */
export function limitedOutcomes(row: Row, isInside: boolean): { session: Outcome; token: Outcome } {
  const session = isInside ? outcomeOfAdmin(row) : (row.outside ?? outcomeOfAdmin(row));
  const [, , , everything] = tokenOutcomes(row);
  // Where a superadmin's token gets what the superadmin gets, so does that of an admin.
  const isLikeSession = row.tokens !== "session" && String(everything) === String(row.outcomes[CALLERS.indexOf("superadmin")]);
  return { session, token: isLikeSession ? session : everything };
}

/** Any client. */
export const everyone = (outcome: Outcome): Outcomes => [outcome, outcome, outcome, outcome, outcome, outcome];
/** Every signed-in user. */
export const signedIn = (outcome: Outcome): Outcomes => [401, outcome, outcome, outcome, outcome, 401];
/** Plain users only. */
export const users = (outcome: Outcome): Outcomes => [401, outcome, outcome, 403, 403, 401];
/** Admins and superadmins. */
export const admins = (outcome: Outcome): Outcomes => [401, 403, 403, outcome, outcome, 401];
/** Admins without superadmins. */
export const adminsAlone = (outcome: Outcome): Outcomes => [401, 403, 403, outcome, 403, 401];
/** Superadmins only. */
export const superadmins = (outcome: Outcome): Outcomes => [401, 403, 403, 403, outcome, 401];
