import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pool } from "@/lib/db/client";
import type { Answer } from "../../authorization/ask";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { CALLERS, type Caller, type Row } from "../../authorization/row";
import { callRows } from "../../authorization/table";
import { newWorld, type World } from "../../authorization/world";

let product: RunningProduct;
/** Refused requests change nothing, so one world serves all rows. */
let world: World;

beforeAll(async () => {
  [product, world] = await Promise.all([startProduct(), newWorld()]);
});
afterAll(() => product.close());

/** Headers that browsers send for requests from a page of another origin. */
const foreign: [name: string, headers: Record<string, string>][] = [
  ["another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", origin: "https://evil.example" }],
  ["another site, in an old browser", { origin: "https://evil.example" }],
  ["a sandboxed frame", { "sec-fetch-site": "cross-site", origin: "null" }],
  ["a sandboxed frame, in an old browser", { origin: "null" }],
  ["a map on its own origin", { "sec-fetch-site": "cross-site", origin: "http://0190b6b4-3c1e-7d2a-9f00-5a5a5a5a5a5a.localhost:3001" }],
  ["a map on its own origin, in an old browser", { origin: "http://0190b6b4-3c1e-7d2a-9f00-5a5a5a5a5a5a.localhost:3001" }],
  ["a map on the neighbouring port", { "sec-fetch-site": "same-site", origin: "http://localhost:3001" }],
  ["a map, in an old browser", { origin: "http://localhost:3001" }],
  ["a site whose name begins like ours", { origin: "http://localhost:3000.evil.example" }],
];

const plainPost = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];

/** Requests that change something, each as its first permitted caller. */
const writes = callRows.flatMap((row): { name: string; row: Row; caller: Caller }[] => {
  const caller = CALLERS.find((_, index) => index > 0 && Number(row.outcomes[index]) < 300);
  const isRead = ["GET", "HEAD", "OPTIONS"].includes(row.method);
  return isRead || !caller ? [] : [{ name: [row.method, row.route, row.what].filter(Boolean).join(" "), row, caller }];
});

/** The content types that a form can send. */
const formTypes: Readonly<Record<string, string>> = {
  "POST /api/files/[project]/files": "multipart/form-data",
  "POST /api/files/[project]/download": "application/x-www-form-urlencoded",
};

/** These need no session, so a program without any headers may send them. */
const OPEN = new Set([
  "/api/auth/login",
  "/api/auth/forgot-password",
  "/api/auth/reset-password",
  "/api/auth/accept-invitation",
  "/api/auth/accept-invitation/passkey",
  "/api/auth/accept-invitation/passkey/options",
  "/api/auth/passkey-sign-in",
  "/api/auth/passkey-sign-in/options",
  "/api/auth/[...nextauth]",
  "/api/guest/code",
  "/api/guest/session",
]);

const TABLES = [
  "Account",
  "Session",
  "Authenticator",
  "RecoveryCode",
  "Invitation",
  "Passkey",
  "PasskeyChallenge",
  "PasswordReset",
  "PasswordResetRequest",
  "Project",
  "AccessRequest",
  "Assignment",
  "Group",
  "GroupMember",
  "GroupProject",
  "GuestCode",
  "GuestEntry",
  "GuestSession",
  "Upload",
  "Import",
  "Blob",
  "Tree",
  "Entry",
  "AuditEvent",
];

/** Returns a hash of all rows, without the counters of limits, the events of refused requests, and when a session was last seen. */
async function fingerprint(): Promise<string> {
  const rows = (name: string) => (name === "AuditEvent" ? `"${name}" t WHERE action <> 'access.refused'` : `"${name}" t`);
  const row = `md5((to_jsonb(t) - 'lastSeenAt')::text)`;
  const parts = TABLES.map((name) => `(SELECT coalesce(md5(string_agg(${row}, '' ORDER BY ${row})), '') FROM ${rows(name)})`);
  const found = await pool().query<{ all: string }>({ text: `SELECT concat_ws(' ', ${parts.join(", ")}) AS all` });
  return found.rows[0]?.all ?? "";
}

/** Sends one request of a row once with each of these headers. @returns the answers, and whether nothing has changed */
async function send(row: Row, caller: Caller, all: readonly Record<string, string>[]) {
  const { path = row.route, headers: own, cookies = [], body } = (await row.call?.(world, caller, product.ask)) ?? {};
  const session = caller === "anonymous" ? "" : (world.people[caller].browser.cookie ?? "");
  const cookie = [session, ...cookies].join("; ");
  const before = await fingerprint();
  const answers: Answer[] = [];
  for (const headers of all) answers.push(await product.ask(path, { method: row.method, body, headers: { ...own, ...headers, cookie } }));
  return { answers, isUnchanged: (await fingerprint()) === before };
}

describe.each(writes)("$name", ({ row, caller }) => {
  it("refuses every page of another origin, and changes nothing", async () => {
    const { answers, isUnchanged } = await send(
      row,
      caller,
      foreign.map(([, headers]) => headers),
    );
    expect(isUnchanged).toBe(true);
    for (const [index, [name]] of foreign.entries()) {
      expect([name, answers[index]?.status]).toEqual([name, 403]);
      expect(JSON.parse(answers[index]?.body ?? "")).toMatchObject({ message: "This request was made by another site." });
    }
  });

  it("refuses a request in which the browser does not name its origin", async () => {
    if (OPEN.has(row.route)) return;
    const { answers, isUnchanged } = await send(row, caller, [{}]);
    expect([answers[0]?.status, isUnchanged]).toEqual([403, true]);
  });

  it("refuses a form from any origin", async () => {
    const origins = ["https://evil.example", "null", "http://localhost:3001"];
    const all = plainPost.flatMap((type) => origins.map((origin) => ({ origin, "content-type": type })));
    const { answers, isUnchanged } = await send(row, caller, all);
    expect(isUnchanged).toBe(true);
    for (const [index, headers] of all.entries())
      expect([headers, [403, 415].includes(answers[index]?.status ?? 0)]).toEqual([headers, true]);
  });
});

describe("a body that is not JSON, from our own page", () => {
  const withBody = writes.filter(
    ({ row }) =>
      row.route.startsWith("/api/") &&
      !row.route.includes("nextauth") &&
      // These have no body: their parameters are in the path.
      !row.route.includes("/sign-out/") &&
      !/\/(invitation|invitation-link|reset-link)\//.test(row.route) &&
      !row.route.includes("/favourite/") &&
      row.route !== "/api/auth/recovery-codes" &&
      !(row.method === "POST" && row.route.includes("/image/")) &&
      row.call &&
      row.method !== "DELETE",
  );

  it.each(withBody)("returns 415 from $name", async ({ row, caller }) => {
    const taken = formTypes[`${row.method} ${row.route}`];
    const types = plainPost.filter((posted) => !taken || !posted.startsWith(taken));
    const all = types.map((type) => ({ origin: "http://localhost:3000", "content-type": type }));
    const { answers, isUnchanged } = await send(row, caller, all);
    expect(isUnchanged).toBe(true);
    expect(answers.map(({ status }, index) => [types[index], status])).toEqual(types.map((type) => [type, 415]));
  });
});
