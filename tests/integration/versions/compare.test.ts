import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import type { BlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import type { Project } from "@/lib/generated/prisma/client";
import { makeCurrent } from "@/lib/projects/versions/mutations";
import { craftZip } from "../../setup/craft-zip";
import { createProject } from "../../setup/fixtures";
import { actorOf, type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { mapOf, publishFirst, replace } from "./replacing";
import { linesOf, startVersionServer, type VersionServer } from "./version-server";

type Head = { version: string; fileCount: number };
type File = { path: string; size: number };
type Hash = { path: string; sha256: string | null };

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const small = Buffer.from("<h1>map</h1>");
const large = Buffer.concat([randomBytes(1_500_000), Buffer.alloc(1_500_000)]);
const files = [
  { name: "index.html", data: small, method: 8 },
  { name: "data/é.geojson", data: Buffer.from("{}") },
  { name: "data/deep/er/large.json", data: large, method: 8 },
  { name: "data/deep/film.mp4", data: large, method: 8 },
  { name: "empty.txt" },
];

let server: VersionServer;
let admin: SignedIn;
let project: Project;
let version: string;
beforeAll(async () => {
  server = await startVersionServer();
  admin = await signedIn("admin");
  project = await publishFirst("first");
  version = String((await replace(project, craftZip(files))).treeId);
});
afterAll(() => server.close());

const listFiles = (id: string, init: RequestInit = {}) =>
  fetch(`${server.origin}/api/project/version-files/${id}`, { headers: admin.bearer, ...init });
const hash = (id: string, body: unknown, headers: Record<string, string> = admin.bearer) =>
  fetch(`${server.origin}/api/project/version-hashes/${id}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

describe("GET /api/project/version-files/{id}", () => {
  it("lists every file of the map", async () => {
    const answer = await listFiles(project.id);
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const [head, ...listed] = await linesOf<Head & File & { content: string }>(answer);
    expect(head).toEqual({ version: `${version}.0`, fileCount: 5 });
    const wanted = files.map(({ name, data }) => ({ path: name, size: data?.length ?? 0 }));
    expect(new Set(listed.map(({ content: _, ...file }) => file))).toEqual(new Set(wanted));
    expect(new Set(listed.map(({ content }) => content)).size).toBe(5);
  });

  it("lists more files than one database page", async () => {
    const many = await createProject(null);
    const names = Array.from({ length: 25_000 }, (_, index) => `tiles/${index % 300}/${index}.png`);
    await replace(many, craftZip(names.map((name) => ({ name, data: Buffer.from("x") }))));
    const [head, ...listed] = await linesOf<Head | File>(await listFiles(many.id));
    expect(head).toMatchObject({ fileCount: 25_000 });
    expect(listed.map((line) => (line as File).path).sort()).toEqual([...names].sort());
  });

  it("lists the current map", async () => {
    const other = await publishFirst("one");
    await replace(other, mapOf("two"));
    await makeCurrent(other.id, Number(other.currentTreeId), actorOf(admin));
    const [head, ...listed] = await linesOf<Head | File>(await listFiles(other.id));
    expect(head).toMatchObject({ version: `${other.currentTreeId}.0` });
    expect(listed).toContainEqual(expect.objectContaining({ path: "only-in-one.txt", size: 0 }));
  });

  it("returns a null version for a project without a map", async () => {
    expect(await linesOf(await listFiles((await createProject(null)).id))).toEqual([{ version: null, fileCount: 0 }]);
  });

  it("breaks the connection instead of returning an incomplete list", async () => {
    const other = await publishFirst("one");
    await db().tree.update({ where: { id: other.currentTreeId ?? 0n }, data: { fileCount: 3 } });
    const answer = await listFiles(other.id);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it.each<[string, number, () => Promise<Response>]>([
    ["a missing project", 404, () => listFiles(randomUUID())],
    ["a malformed ID", 404, () => listFiles("..%2f7")],
    ["an empty ID", 404, () => listFiles("")],
    ["another method", 405, () => listFiles(project.id, { method: "DELETE" })],
    ["a caller without a session", 401, () => listFiles(project.id, { headers: {} })],
    ["a user", 403, async () => listFiles(project.id, { headers: (await signedIn("user")).bearer })],
  ])("for %s returns %i", async (_, status, call) => expect((await call()).status).toBe(status));
});

describe("POST /api/project/version-hashes/{id}", () => {
  it("returns hashes of uncompressed files and null for missing files", async () => {
    const there = files.map(({ name }) => name);
    const missing = ["nothing.txt", "data", "", "../../etc/passwd", "a\0b", "index.html/x", "data//é.geojson"];
    // macOS writes names in this decomposed form.
    const decomposed = "data/e\u0301.geojson";
    const answer = await hash(project.id, { version, paths: [...missing, decomposed, ...there] });
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    const hashes = new Map((await linesOf<Hash>(answer)).map(({ path, sha256 }) => [path, sha256]));
    for (const { name, data } of files) expect([name, hashes.get(name)]).toEqual([name, sha256(data ?? Buffer.alloc(0))]);
    expect(hashes.get(decomposed)).toBe(sha256(Buffer.from("{}")));
    for (const path of missing) expect([path, hashes.get(path)]).toEqual([path, null]);
    expect(hashes.size).toBe(files.length + missing.length + 1);
  });

  it("accepts former versions", async () => {
    const answer = await hash(project.id, { version: String(project.currentTreeId), paths: ["index.html"] });
    expect(await linesOf<Hash>(answer)).toEqual([{ path: "index.html", sha256: sha256(Buffer.from("first")) }]);
  });

  it("returns null for an unreadable file, so that the client uploads it again", async () => {
    const other = await publishFirst("one");
    const { blobKey } = await db().entry.findFirstOrThrow({ where: { treeId: other.currentTreeId ?? 0n, name: "index.html" } });
    await blobStore().delete(blobKey as BlobKey);
    const answer = await hash(other.id, { version: String(other.currentTreeId), paths: ["index.html"] });
    expect(await linesOf<Hash>(answer)).toEqual([{ path: "index.html", sha256: null }]);
  });

  it("accepts 5,000 files in one request", async () => {
    const many = await createProject(null);
    const contents = Array.from({ length: 5_000 }, (_, index) => ({
      name: `${index}.txt`,
      data: Buffer.from(`${index}`),
      method: index % 2 ? 8 : 0,
    }));
    const { treeId } = await replace(many, craftZip(contents));
    const hashes = await linesOf<Hash>(await hash(many.id, { version: String(treeId), paths: contents.map(({ name }) => name) }));
    const lines = (of: Hash[]) => of.map((line) => `${line.path} ${line.sha256}`).sort();
    expect(lines(hashes)).toEqual(lines(contents.map(({ name, data }) => ({ path: name, sha256: sha256(data) }))));
  });

  it("stops reading when the client disconnects", async () => {
    const body = JSON.stringify({
      version,
      paths: Array.from({ length: 400 }, (_, index) => (index % 2 ? "data/deep/er/large.json" : "data/deep/film.mp4")),
    });
    const headers = { ...admin.bearer, "content-type": "application/json", "content-length": String(body.length) };
    const sent = request(`${server.origin}/api/project/version-hashes/${project.id}`, { method: "POST", agent: false, headers });
    sent.end(body);
    const [answer] = (await once(sent, "response")) as [NodeJS.ReadableStream & { destroy(): void }];
    answer.destroy();
    // The server closes only after every handler has ended.
    await until("the next request is answered", async () => (await listFiles(project.id)).ok);
  });

  it.each<[string, number, () => Promise<Response>]>([
    [
      "a version of another project",
      409,
      async () => hash(project.id, { version: String((await publishFirst("x")).currentTreeId), paths: [] }),
    ],
    [
      "a version that was edited in the meantime",
      409,
      async () => {
        await db().tree.update({ where: { id: BigInt(version) }, data: { revision: 3 } });
        return hash(project.id, { version: `${version}.2`, paths: ["index.html"] });
      },
    ],
    ["a deleted version", 409, () => hash(project.id, { version: "999999999", paths: ["index.html"] })],
    ["a missing project", 404, () => hash(randomUUID(), { version, paths: [] })],
    ["a malformed version", 400, () => hash(project.id, { version: "x", paths: [] })],
    ["too many paths", 400, () => hash(project.id, { version, paths: Array.from({ length: 5_001 }, () => "a") })],
    ["malformed paths", 400, () => hash(project.id, { version, paths: [7] })],
    ["malformed JSON", 400, () => hash(project.id, "{")],
    ["a form", 415, () => hash(project.id, "a=b", { ...admin.bearer, "content-type": "application/x-www-form-urlencoded" })],
    ["a too large body", 413, () => hash(project.id, `"${"x".repeat(17 * 1024 * 1024)}"`)],
    ["a caller without a session", 401, () => hash(project.id, { version, paths: [] }, {})],
    ["a user", 403, async () => hash(project.id, { version, paths: [] }, (await signedIn("user")).bearer)],
    ["a page of another site", 403, () => hash(project.id, { version, paths: [] }, admin.foreign)],
  ])("for %s returns %i", async (_, status, call) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ success: false, message: expect.any(String) });
  });
});
