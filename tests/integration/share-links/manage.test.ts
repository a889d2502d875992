import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { db, pool } from "@/lib/db/client";
import type { Project } from "@/lib/generated/prisma/client";
import { hashSecretToken } from "@/lib/http/secret-token";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { callsOf, eventsOf } from "../projects/calls";
import { newLink, shareCallsOf } from "./share-calls";

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const PASSWORD = "open the harbour";

let admin: SignedIn;
let superadmin: SignedIn;
let project: Project;

beforeAll(async () => {
  [admin, superadmin, project] = await Promise.all([signedIn("admin"), signedIn("superadmin"), createProject(null)]);
});

describe("creating a share link", () => {
  it("returns the address once and stores only hashes of the token and the password", async () => {
    const calls = shareCallsOf(admin);
    const frameOrigins = ["https://www.example.org"];
    const options = { projectId: project.id, label: " Harbour  office ", expiresAt: TOMORROW, password: PASSWORD, frameOrigins };
    const { status, body } = await calls.create(options);
    expect(status).toBe(200);
    expect(body.url).toMatch(/^http:\/\/localhost:3000\/share\/[\w-]{43}$/);
    expect(body.link).toMatchObject({ label: "Harbour  office", isActive: true, hasPassword: true, frameOrigins, expiresAt: TOMORROW });
    expect(body.link).toMatchObject({ openings: 0, lastOpenedAt: null, createdBy: { _id: admin.account.id, name: admin.account.name } });

    const token = body.url.split("/").at(-1) ?? "";
    const { rows } = await pool().query<{ row: string; passwordHash: string }>(
      `SELECT row_to_json(s)::text AS row, "passwordHash" FROM "ShareLink" s WHERE id = $1`,
      [body.link._id],
    );
    expect(rows[0]?.row).toContain(hashSecretToken(token));
    expect(rows[0]?.passwordHash).toMatch(/^\$argon2id\$/);
    for (const secret of [token, PASSWORD]) expect(rows[0]?.row).not.toContain(secret);

    const listed = await calls.list(project.id);
    expect(listed.body).toMatchObject({ allowsSharing: true, canBeFramed: false, links: [body.link] });
    for (const secret of [token, hashSecretToken(token), "argon2"]) expect(JSON.stringify(listed.body)).not.toContain(secret);
  });

  it("records who created it, and no secret", async () => {
    const mine = await createProject(null);
    const { id, path } = await newLink(admin, mine.id, { label: "Press", password: PASSWORD });
    const [event] = await eventsOf(mine.id);
    expect(event).toMatchObject({ action: "share-link.created", actorEmail: admin.account.email, targetName: mine.name });
    expect(event?.details).toEqual({ link: id, label: "Press", expiresAt: null, hasPassword: true, frameOrigins: [] });
    expect(JSON.stringify(event, (_, value) => (typeof value === "bigint" ? Number(value) : value))).not.toContain(path.split("/").at(-1));
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["an end in the past", { expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
    ["an end that is no time", { expiresAt: "tomorrow" }, "expiresAt"],
    ["a short password", { password: "seven77" }, "password"],
    ["a label that turns the direction of text", { label: "gpj.\u202eexe" }, "label"],
    ["a long label", { label: "x".repeat(101) }, "label"],
    ["a site with a path", { frameOrigins: ["https://www.example.org/page"] }, "frameOrigins.0"],
    ["a site with a wildcard", { frameOrigins: ["https://*.example.org"] }, "frameOrigins.0"],
    ["a site of another protocol", { frameOrigins: ["ftp://example.org"] }, "frameOrigins.0"],
    ["a site that would change the header", { frameOrigins: ["https://a;script-src"] }, "frameOrigins.0"],
    ["too many sites", { frameOrigins: Array.from({ length: 21 }, (_, at) => `https://site-${at}.example`) }, "frameOrigins"],
  ])("rejects %s", async (_what, options, field) => {
    const { status, body } = await shareCallsOf(admin).create({ projectId: project.id, ...options });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
  });

  it("lists a site once, without its slash and in lower case", async () => {
    const { body } = await shareCallsOf(admin).create({
      projectId: project.id,
      frameOrigins: ["https://WWW.Example.org/", " https://www.example.org:443", "http://intranet:8080"],
    });
    expect(body.link.frameOrigins).toEqual(["https://www.example.org", "http://intranet:8080"]);
  });

  it("returns 404 for a missing or deleted project, and 409 while sharing is turned off", async () => {
    const [off, trashed] = [await createProject(null), await createProject(null)];
    await callsOf(admin).edit(off.id, { allowsSharing: false });
    await callsOf(admin).remove(trashed.id);
    const calls = shareCallsOf(admin);
    const statusFor = async (projectId: string) => (await calls.create({ projectId })).status;
    expect([await statusFor(randomUUID()), await statusFor(trashed.id), await statusFor(off.id)]).toEqual([404, 404, 409]);
    expect([(await calls.list(trashed.id)).status, (await calls.list(off.id)).body]).toEqual([404, expect.objectContaining({ links: [] })]);
    expect((await eventsOf(off.id))[0]).toMatchObject({ action: "project.changed", details: { after: { allowsSharing: false } } });
  });

  it("returns 409 for the 201st link of a project", async () => {
    const full = await createProject(null);
    const data = Array.from({ length: 199 }, () => ({ projectId: full.id, tokenHash: randomUUID() }));
    await db().shareLink.createMany({ data });
    const create = async () => (await shareCallsOf(admin).create({ projectId: full.id })).status;
    expect([await create(), await create()]).toEqual([200, 409]);
  });
});

describe("revoking a share link", () => {
  it("deletes it and records who did, for any admin", async () => {
    const mine = await createProject(null);
    const { id } = await newLink(superadmin, mine.id, { label: "Press" });
    expect((await shareCallsOf(admin).revoke(id)).status).toBe(200);
    expect((await shareCallsOf(admin).list(mine.id)).body.links).toEqual([]);
    const [, event] = await eventsOf(mine.id);
    expect(event).toMatchObject({ action: "share-link.revoked", actorEmail: admin.account.email, details: { link: id, label: "Press" } });
  });

  it.each([randomUUID(), "nothing"])("returns 404 for the id %s", async (id) => {
    expect((await shareCallsOf(admin).revoke(id)).status).toBe(404);
  });
});

describe("the list of all links", () => {
  it("has pages, newest first, and a search by project, label and creator", async () => {
    const mark = randomUUID().slice(0, 8);
    const mine = await createProject(null, { name: `Estuary ${mark}` });
    for (const label of ["first", "second", "third"]) await newLink(admin, mine.id, { label: `${label} ${mark}` });
    const { listAll } = shareCallsOf(superadmin);
    const first = await listAll({ search: mark, limit: "2" });
    expect(first.body).toMatchObject({ total: 3, links: [{ label: `third ${mark}` }, { label: `second ${mark}` }] });
    expect(first.body.links[0]?.project).toEqual({ _id: mine.id, name: mine.name, safeName: mine.safeName });
    const second = await listAll({ search: mark, limit: "2", cursor: first.body.nextCursor ?? "" });
    expect(second.body).toMatchObject({ nextCursor: null, links: [{ label: `first ${mark}` }] });
    expect((await listAll({ search: `FIRST ${mark}` })).body.total).toBe(1);
    expect((await listAll({ search: admin.account.name, limit: "200" })).body.total).toBeGreaterThanOrEqual(3);
  });

  it("leaves out the links of deleted projects, which come back with the project", async () => {
    const mark = randomUUID().slice(0, 8);
    const mine = await createProject(null);
    await newLink(admin, mine.id, { label: mark });
    const total = async () => (await shareCallsOf(superadmin).listAll({ search: mark })).body.total;
    expect(await total()).toBe(1);
    await callsOf(admin).remove(mine.id);
    expect(await total()).toBe(0);
    await callsOf(admin).restore(mine.id);
    expect(await total()).toBe(1);
  });

  it("shows links of deleted creators, and links that open nothing", async () => {
    const mark = randomUUID().slice(0, 8);
    const [mine, gone] = [await createProject(null), await signedIn("admin")];
    const { id } = await newLink(gone, mine.id, { label: mark, expiresAt: TOMORROW });
    await db().account.delete({ where: { id: gone.account.id } });
    await db().shareLink.update({ where: { id }, data: { expiresAt: new Date(0) } });
    expect((await shareCallsOf(superadmin).listAll({ search: mark })).body.links).toMatchObject([{ createdBy: null, isActive: false }]);
  });
});
