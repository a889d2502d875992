import { EventEmitter, once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { QueryResult } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { db, pool } from "@/lib/db/client";
import { auditExport } from "@/server/downloads/audit-export";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer } from "@/server/web/http-server";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";

/** The real HTTP server with the export, without pages. */
async function startServer() {
  const server = new HttpServer();
  const noPages = () => Promise.reject(new Error("no page is asked for"));
  await server.listen(0, dispatch([auditExport], noPages));
  const { port } = server.node.address() as AddressInfo;
  const countConnections = promisify(server.node.getConnections.bind(server.node));
  return { port, close: () => server.close(), hasNoConnection: async () => (await countConnections()) === 0 };
}

let superadmin: SignedIn;
let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  [superadmin, server] = [await signedIn("superadmin"), await startServer()];
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

/** Records the rows of each query for events. @param before runs before the query of that number is sent */
function watchReads(before?: (batch: number) => Promise<unknown> | undefined): { rowCounts: (number | null)[] } {
  const rowCounts: (number | null)[] = [];
  const send = pool().query.bind(pool()) as (...parameters: unknown[]) => Promise<QueryResult>;
  let batch = 0;
  vi.spyOn(pool(), "query").mockImplementation((async (...parameters: unknown[]) => {
    if (!JSON.stringify(parameters[0]).includes("AuditEvent")) return send(...parameters);
    batch += 1;
    await before?.(batch);
    const result = await send(...parameters);
    rowCounts.push(result.rowCount);
    return result;
  }) as never);
  return { rowCounts };
}

const pathOf = (query: Record<string, string>) => `/api/audit/export?${new URLSearchParams(query)}`;

function ask(query: Record<string, string>, init: RequestInit = {}): Promise<Response> {
  return fetch(`http://localhost:${server.port}${pathOf(query)}`, { headers: superadmin.bearer, ...init });
}

async function bytesOf(query: Record<string, string>): Promise<Buffer> {
  const answer = await ask(query);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** Returns the lines of an export after its header. Only for events without line breaks. */
async function linesOf(query: Record<string, string>): Promise<string[]> {
  return (await bytesOf(query)).toString().split("\r\n").slice(1, -1);
}

const day = (date: string) => ({ from: date, to: date });
const HEADER = "When (UTC),Who,Account id,What,Action,On what,Type,Target id,From where,Signed in by,Credential,Credential id,Details";

describe("GET /api/audit/export", () => {
  it.each([
    [null, 401],
    ["user", 403],
    ["admin", 403],
    ["superadmin", 200],
  ] as const)("returns for the role %s the status %i", async (role, status) => {
    const headers = role ? (await signedIn(role)).bearer : {};
    for (const method of ["GET", "HEAD"]) expect((await ask({}, { method, headers })).status).toBe(status);
  });

  it("refuses a filter that the list refuses", async () => {
    const queries: Record<string, string>[] = [{ from: "yesterday" }, { action: "session." }, { search: "a".repeat(201) }];
    for (const query of queries) expect((await ask(query)).status).toBe(400);
  });

  it("returns a CSV file named after the day, and reads nothing for a HEAD", async () => {
    const reads = watchReads();
    const answer = await ask({}, { method: "HEAD" });
    expect(reads.rowCounts).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "no-store",
      "content-disposition": `attachment; filename=audit-log-${today}.csv`,
      "content-type": "text/csv; charset=utf-8",
      "x-content-type-options": "nosniff",
    });
  });

  it("returns a byte order mark and a header when no event matches", async () => {
    expect((await bytesOf({ search: "no such event" })).toString("latin1")).toBe(`ï»¿${HEADER}\r\n`);
  });

  it("returns every field of an event, quoted where needed", async () => {
    const [actorId, targetId] = ["0197a1c0-0000-7000-8000-000000000001", "0197a1c0-0000-7000-8000-000000000002"];
    const from = { actorId, actorEmail: "jane@example.org", address: "192.0.2.7" };
    const target = { targetType: "account", targetId, targetName: 'Grace "Amazing" Hopper, Größe 🗺\nline' };
    const at = new Date("2026-01-10T08:00:00.123Z");
    const credential = { kind: "token", _id: targetId, name: "Build, nightly" };
    await db().auditEvent.create({
      data: { ...from, ...target, at, action: "account.created", credential, details: { role: "user", n: 1 } },
    });
    await db().auditEvent.create({ data: { at: new Date("2026-01-10T07:00:00Z"), action: "layer.renamed" } });
    const details = `"{""n"":1,""role"":""user""}"`;
    expect((await bytesOf(day("2026-01-10"))).toString()).toBe(
      `\ufeff${HEADER}\r\n` +
        `2026-01-10T08:00:00.123Z,jane@example.org,${actorId},Created account,account.created,` +
        `"Grace ""Amazing"" Hopper, Größe 🗺\nline",account,${targetId},192.0.2.7,token,"Build, nightly",${targetId},${details}\r\n` +
        "2026-01-10T07:00:00.000Z,,,Layer renamed,layer.renamed,,,,,,,,\r\n",
    );
  });

  it.each([
    ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
    ["+1+1", "'+1+1"],
    ["-1+1", "'-1+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", `"'\r=1"`],
    ["＝1+1", "'＝1+1"],
    ["1=1", "1=1"],
    ["a-b", "a-b"],
    ["a\nb", '"a\nb"'],
    ["a\rb", '"a\rb"'],
  ])("writes %j as one cell that is no formula", async (name, cell) => {
    const at = new Date("2026-01-11T08:00:00Z");
    const { id } = await db().auditEvent.create({
      data: { at, action: "session.refused", actorEmail: name, targetType: "account", targetName: name },
    });
    const text = (await bytesOf(day("2026-01-11"))).toString();
    await db().auditEvent.delete({ where: { id } });
    expect(text.slice(text.indexOf("\r\n") + 2)).toBe(
      `2026-01-11T08:00:00.000Z,${cell},,Sign-in refused,session.refused,${cell},account,,,,,,\r\n`,
    );
  });

  it("returns the events that match the filters", async () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 12, hour));
    await db().auditEvent.createMany({
      data: [
        { at: at(1), action: "session.created", actorEmail: "filter.jane@example.org" },
        { at: at(2), action: "project.created", actorEmail: "filter.jane@example.org", targetType: "project", targetName: "Harbour" },
        { at: at(3), action: "session.refused", targetName: "filter.jane@example.org" },
        { at: at(4), action: "session.created", actorEmail: "filter.john@example.org" },
      ],
    });
    const actionsFor = async (query: Record<string, string>) =>
      (await linesOf({ ...day("2026-01-12"), ...query })).map((line) => `${line.slice(11, 13)} ${line.split(",")[4]}`);
    expect(await actionsFor({})).toEqual(["04 session.created", "03 session.refused", "02 project.created", "01 session.created"]);
    expect(await actionsFor({ action: "session" })).toEqual(["04 session.created", "03 session.refused", "01 session.created"]);
    expect(await actionsFor({ actor: "filter.jane" })).toEqual(["02 project.created", "01 session.created"]);
    expect(await actionsFor({ search: "harbour" })).toEqual(["02 project.created"]);
    expect(await actionsFor({ from: at(2).toISOString(), to: at(4).toISOString() })).toEqual(["03 session.refused", "02 project.created"]);
    expect(await actionsFor({ limit: "1" })).toHaveLength(4);
  });
});

describe("an export of 5,000 events", () => {
  const MANY = 5_000;
  const query = { from: "2020-01-01", to: "2020-12-31" };

  beforeAll(async () => {
    // Events with the same time must keep their order across batches.
    const data = Array.from({ length: MANY }, (_, index) => ({
      at: new Date(Date.UTC(2020, 0, 1, 0, Math.floor(index / 7))),
      action: "session.created",
      actorEmail: "many@example.com",
      targetType: "session",
      targetName: String(index),
    }));
    await db().auditEvent.createMany({ data });
  });

  it.each<Record<string, string>>([{}, { action: "session" }, { search: "many" }])("is complete and in order: %j", async (filter) => {
    const names = (await linesOf({ ...query, ...filter })).map((line) => Number(line.split(",")[5]));
    expect(names).toEqual(Array.from({ length: MANY }, (_, index) => MANY - 1 - index));
  });

  it("reads batches of at most 1,001 rows, each after the previous one", async () => {
    const reads = watchReads();
    expect(await linesOf(query)).toHaveLength(MANY);
    expect(reads.rowCounts).toEqual([1001, 1001, 1001, 1001, 1000]);
  });

  it("reads no further batch when the client has disconnected", async () => {
    const client = new EventEmitter();
    const reads = watchReads((batch) => (batch === 2 ? once(client, "gone") : undefined));
    const own = await startServer();
    const sent = request(`http://localhost:${own.port}${pathOf(query)}`, { headers: superadmin.bearer, agent: false }).end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    answer.destroy();
    await until("the server sees the disconnect", () => own.hasNoConnection());
    client.emit("gone");
    // Waits for the handler.
    await own.close();
    expect(reads.rowCounts).toEqual([1001, 1001]);
  });

  it("returns an error instead of a file when the database is unavailable", async () => {
    watchReads(() => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" })));
    const answer = await ask(query);
    expect([answer.status, answer.headers.get("content-disposition")]).toEqual([503, null]);
  });
});
