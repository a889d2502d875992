import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { GET } from "@/app/api/audit/route";
import type { AuditEvent, AuditPage } from "@/lib/audit/schema";
import { db, pool } from "@/lib/db/client";
import { forgedCursor } from "../../setup/forged-cursor";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";

let superadmin: SignedIn;
const janeId = randomUUID();
const jane = { actorId: janeId, actorEmail: "jane.doe@example.org", address: "192.0.2.7" };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute));

const trail = [
  { ...jane, action: "session.created", targetType: "session", targetId: randomUUID() },
  { ...jane, action: "account.created", targetType: "account", targetName: "grace@example.org", details: { role: "user" } },
  { ...jane, action: "project.created", targetType: "project", targetName: "100% Harbour_Depths" },
  { action: "session.refused", targetType: "account", targetName: "grace@example.org", address: "198.51.100.9" },
  { action: "upload.expired", targetType: "upload", targetName: "Tiefenlinien Größe.zip" },
  { actorId: randomUUID(), actorEmail: "janet@example.net", action: "layer.renamed", targetType: "file", address: "2001:db8::7" },
];

beforeAll(async () => {
  superadmin = await signedIn("superadmin");
  await db().auditEvent.createMany({ data: trail.map((event, minute) => ({ ...event, at: at(minute) })) });
});

function ask(query: Record<string, string>): Promise<Response> {
  return GET(requestTo(`/api/audit?${new URLSearchParams(query)}`, { headers: superadmin.bearer }));
}

async function page(query: Record<string, string> = {}): Promise<AuditPage> {
  const answer = await ask(query);
  expect(answer.status).toBe(200);
  return answer.json();
}

const actionsFor = async (query: Record<string, string>) => (await page(query)).events.map(({ action }) => action);

describe("GET /api/audit", () => {
  it.each([
    [null, 401],
    ["user", 403],
    ["admin", 403],
    ["superadmin", 200],
  ] as const)("returns for the role %s the status %i", async (role, status) => {
    const headers = role ? (await signedIn(role)).bearer : {};
    expect((await GET(requestTo("/api/audit", { headers }))).status).toBe(status);
  });

  it("returns the newest event first, with every field of an event", async () => {
    const { events, nextCursor } = await page();
    expect(events.map(({ action }) => action)).toEqual(trail.map(({ action }) => action).toReversed());
    expect(nextCursor).toBeNull();
    expect(events[4]).toEqual({
      _id: expect.stringMatching(/^\d+$/),
      at: at(1).toISOString(),
      actor: { _id: janeId, email: "jane.doe@example.org" },
      action: "account.created",
      target: { type: "account", _id: null, name: "grace@example.org" },
      address: "192.0.2.7",
      credential: null,
      details: { role: "user" },
    } satisfies AuditEvent | { _id: unknown });
    expect(events[1]).toMatchObject({ actor: null, address: null, details: null });
  });

  it.each([
    ["jane", ["layer.renamed", "project.created", "account.created", "session.created"]],
    ["JANE.DOE", ["project.created", "account.created", "session.created"]],
    ["grace", ["session.refused", "account.created"]],
    ["größe", ["upload.expired"]],
    ["session.", ["session.refused", "session.created"]],
    ["signed in", ["session.created"]],
    ["Published project", ["project.created"]],
    ["created user", ["account.created"]],
    ["grace jane", ["account.created"]],
    ["198.51.100", ["session.refused"]],
    ["2001:db8", ["layer.renamed"]],
    ["100%", ["project.created"]],
    ["harbour_d", ["project.created"]],
    ["h_r", []],
    ["%%%", []],
    ["\\", []],
    // Short words match the beginning only.
    ["gr", ["session.refused", "account.created"]],
    ["ra", []],
    ["no match at all", []],
  ])("finds for the search %j the actions %j", async (search, actions) => {
    expect(await actionsFor({ search })).toEqual(actions);
  });

  it("filters by action, by group of actions, by actor, and by all of them", async () => {
    expect(await actionsFor({ action: "session" })).toEqual(["session.refused", "session.created"]);
    expect(await actionsFor({ action: "session.refused" })).toEqual(["session.refused"]);
    expect(await actionsFor({ action: "layer.renamed" })).toEqual(["layer.renamed"]);
    expect(await actionsFor({ action: "layer" })).toEqual([]);
    expect(await actionsFor({ actor: janeId })).toEqual(["project.created", "account.created", "session.created"]);
    expect(await actionsFor({ actor: "Jane" })).toEqual(["layer.renamed", "project.created", "account.created", "session.created"]);
    expect(await actionsFor({ actor: "jane.doe@example.org" })).toEqual(["project.created", "account.created", "session.created"]);
    // A prefix, no substring. The target's name is not searched.
    expect(await actionsFor({ actor: "doe@" })).toEqual([]);
    expect(await actionsFor({ actor: "grace@" })).toEqual([]);
    expect(await actionsFor({ actor: "jane", action: "account", search: "grace" })).toEqual(["account.created"]);
    expect(await actionsFor({ actor: "", action: "", search: "", from: "", to: "" })).toHaveLength(trail.length);
  });

  it("filters by time, with an inclusive start and an exclusive end", async () => {
    expect(await actionsFor({ from: at(4).toISOString() })).toEqual(["layer.renamed", "upload.expired"]);
    expect(await actionsFor({ to: at(1).toISOString() })).toEqual(["session.created"]);
    expect(await actionsFor({ from: "2026-11-01T14:03:00+02:00", to: "2026-11-01T07:04:00-05:00" })).toEqual(["session.refused"]);
    expect(await actionsFor({ from: "2026-11-01", to: "2026-11-01" })).toHaveLength(trail.length);
    expect(await actionsFor({ from: "2026-11-02" })).toEqual([]);
    expect(await actionsFor({ to: "2026-10-31" })).toEqual([]);
    expect(await actionsFor({ from: at(1).toISOString(), search: "grace", action: "session" })).toEqual(["session.refused"]);
  });

  it.each([
    "limit=0",
    "limit=201",
    "action=Robert'); DROP TABLE",
    "action=session.",
    "from=yesterday",
    "from=2026-02-30",
    "from=0000-01-01",
    "to=9999-12-31T23:00:00-05:00",
    "from=0001-01-01T00:00:00%2B14:00",
    "cursor=garbage",
    "cursor=",
    "cursor=WzEsMl0",
    `search=${"a".repeat(201)}`,
    `actor=${"a".repeat(255)}`,
  ])("refuses %s with a readable message", async (query) => {
    const answer = await GET(requestTo(`/api/audit?${query}`, { headers: superadmin.bearer }));
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).not.toMatch(/Invalid|Too (?:small|big)|expected/);
  });

  it.each([
    [1, "2"],
    ["2026-11-01T12:00:00.000Z", "x"],
    ["2026-11-01T12:00:00.000Z", "99999999999999999999"],
    ["0000-01-01T00:00:00.000Z", "1"],
  ])("refuses the invalid cursor %j, %j", async (key, id) => {
    const { nextCursor } = await (await ask({ limit: "1" })).json();
    expect((await ask({ cursor: forgedCursor(nextCursor, key, id) })).status).toBe(400);
    expect((await ask({ cursor: nextCursor })).status).toBe(200);
  });

  it("accepts special characters in a search", async () => {
    for (const text of ["'", '"', "\u0000", "\ud800", "🗺️", "a".repeat(200), "a b c d e f g h i j k", "\n", "$1", "E'\\n'"]) {
      for (const name of ["search", "actor"]) expect((await ask({ [name]: text })).status).toBe(200);
    }
  });
});

describe("the pages of the audit log", () => {
  const MANY = 25;

  beforeAll(async () => {
    // Ten events have the same time: their order must hold across pages.
    const data = Array.from({ length: MANY }, (_, index) => ({
      at: new Date(Date.UTC(2025, 0, 1 + Math.floor(index / 10))),
      action: "session.created",
      actorEmail: `pager${index % 3}@example.com`,
    }));
    await db().auditEvent.createMany({ data });
  });

  async function readAll(query: Record<string, string>): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const answer: AuditPage = await page({ ...query, ...(cursor ? { cursor } : {}) });
      found.push(...answer.events.map(({ _id }) => _id));
      cursor = answer.nextCursor;
    } while (cursor);
    return found;
  }

  it.each<Record<string, string>>([
    { to: "2025-12-31" },
    { to: "2025-12-31", action: "session" },
    { to: "2025-12-31", search: "pager" },
    { to: "2025-12-31", actor: "pager", action: "session.created" },
  ])("return each event once, newest first: %j", async (query) => {
    const whole = await readAll({ ...query, limit: "200" });
    expect(whole).toHaveLength(MANY);
    expect(whole.map(Number)).toEqual(whole.map(Number).toSorted((a, b) => b - a));
    for (const limit of ["1", "7", "25"]) expect(await readAll({ ...query, limit })).toEqual(whole);
  });

  it("run no count, and take one query after the session check, or two for rare matches", async () => {
    const query = vi.spyOn(pool(), "query");
    await ask({});
    await ask({ action: "session" });
    expect(query).toHaveBeenCalledTimes(4);
    expect(query.mock.calls.some(([asked]) => JSON.stringify(asked).includes("count("))).toBe(false);
    query.mockClear();
    await ask({ search: "grace" });
    expect(query).toHaveBeenCalledTimes(3);
    query.mockRestore();
  });

  it("use the trigram index", async () => {
    const query = vi.spyOn(pool(), "query");
    await ask({ search: "harbour" });
    const asked = query.mock.calls.at(-1)?.[0] as unknown as { text: string; values: unknown[] };
    query.mockRestore();
    const client = await pool().connect();
    try {
      await client.query("BEGIN");
      await client.query("SET LOCAL enable_seqscan = off");
      const { rows } = await client.query({ text: `EXPLAIN ${asked.text}`, values: asked.values });
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("AuditEvent_text_idx");
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  });
});
