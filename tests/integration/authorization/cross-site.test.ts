import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pool } from "@/lib/db";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { CALLERS, type Caller, type Row } from "../../authorization/row";
import { callRows } from "../../authorization/table";
import { newWorld, type World } from "../../authorization/world";

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct();
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
  "StoredProject",
  "AccessRequest",
  "Assignment",
  "Upload",
  "Import",
  "Blob",
  "Tree",
  "Entry",
  "AuditEvent",
];

/** Returns all rows except the counters of limits and the events of refused requests. */
async function fingerprint(): Promise<string> {
  const rows = (name: string) => (name === "AuditEvent" ? `"${name}" t WHERE action <> 'access.refused'` : `"${name}" t`);
  const parts = TABLES.map((name) => `(SELECT coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') FROM ${rows(name)})`);
  const found = await pool().query<{ all: string }>({ text: `SELECT concat_ws(' ', ${parts.join(", ")}) AS all` });
  return found.rows[0]?.all ?? "";
}

async function call(row: Row, world: World, caller: Caller, headers: Record<string, string>) {
  const { path = row.route, headers: own, cookies = [], body } = (await row.call?.(world, caller, product.ask)) ?? {};
  const session = caller === "anonymous" ? "" : (world.people[caller].browser.cookie ?? "");
  const before = await fingerprint();
  const cookie = [session, ...cookies].join("; ");
  const answer = await product.ask(path, { method: row.method, body, headers: { ...own, ...headers, cookie } });
  return { status: answer.status, body: answer.body, isUnchanged: (await fingerprint()) === before };
}

describe.each(writes)("$name", ({ row, caller }) => {
  it("refuses every page of another origin, and changes nothing", async () => {
    const world = await newWorld();
    for (const [name, headers] of foreign) {
      const { status, body, isUnchanged } = await call(row, world, caller, headers);
      expect([name, status, isUnchanged]).toEqual([name, 403, true]);
      expect(JSON.parse(body)).toMatchObject({ message: "This request was made by another site." });
    }
  });

  it("refuses a request in which the browser does not name its origin", async () => {
    if (OPEN.has(row.route)) return;
    const { status, isUnchanged } = await call(row, await newWorld(), caller, {});
    expect([status, isUnchanged]).toEqual([403, true]);
  });

  it("refuses a form from any origin", async () => {
    const world = await newWorld();
    for (const type of plainPost) {
      for (const origin of ["https://evil.example", "null", "http://localhost:3001"]) {
        const { status, isUnchanged } = await call(row, world, caller, { origin, "content-type": type });
        expect([type, [403, 415].includes(status), isUnchanged]).toEqual([type, true, true]);
      }
    }
  });
});

describe("a body that is not JSON, from our own page", () => {
  const withBody = writes.filter(
    ({ row }) =>
      row.route.startsWith("/api/") &&
      !row.route.includes("nextauth") &&
      // These have no body: their parameters are in the path.
      !row.route.includes("/sign-out/") &&
      !row.route.includes("/invitation/") &&
      !row.route.includes("/favourite/") &&
      row.route !== "/api/auth/recovery-codes" &&
      !(row.method === "POST" && row.route.includes("/image/")) &&
      row.call &&
      row.method !== "DELETE",
  );

  it.each(withBody)("returns 415 from $name", async ({ row, caller }) => {
    const world = await newWorld();
    const taken = formTypes[`${row.method} ${row.route}`];
    for (const type of plainPost.filter((posted) => !taken || !posted.startsWith(taken))) {
      const { status, isUnchanged } = await call(row, world, caller, { origin: "http://localhost:3000", "content-type": type });
      expect([type, status, isUnchanged]).toEqual([type, 415, true]);
    }
  });
});
