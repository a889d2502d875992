import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { db } from "@/lib/db/client";
import type { Role } from "@/lib/generated/prisma/client";
import { deletePlatformFile } from "../../../lib/files/platform/mutations";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { filesOf } from "../files/calls";
import { ask, type FileServer, filePart, startFileServer, upload } from "../files-bytes/file-server";
import { type PublishedMap, publishMap } from "../maps/map-site";

const text = "All rivers run into the sea.\n".repeat(2_000);
const video = randomBytes(500_000);

let server: FileServer;
let superadmin: SignedIn;
let map: PublishedMap;
beforeAll(async () => {
  server = await startFileServer();
  superadmin = await signedIn("superadmin");
  map = await publishMap({ "index.html": "<h1>map</h1>", "js/app.js": text, "Häfen/Straße.txt": text });
  await upload(server.port, map.project.safeName, superadmin.bearer, [filePart("video.mp4", video), filePart("empty.txt", "")]);
  await upload(server.port, "assets", superadmin.bearer, [filePart("shared.txt", "shared")]);
});
afterAll(() => server.close());

async function idOf(name: string): Promise<string> {
  const { id } = await db().entry.findFirstOrThrow({ where: { name, kind: "file", tree: { kind: { not: "trash" }, retiredAt: null } } });
  return String(id);
}
const get = (id: string, headers: Record<string, string> = superadmin.bearer, method = "GET") =>
  ask(server.port, `/api/file-management/download/${id}`, { method, headers });

describe("GET /api/file-management/download/{id}", () => {
  it("sends a file from an archive as an attachment", async () => {
    const answer = await get(await idOf("app.js"), { ...superadmin.bearer, "accept-encoding": "gzip" });
    expect([answer.status, answer.bytes.toString() === text]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({
      "content-disposition": "attachment; filename=app.js",
      "content-length": String(text.length),
      "content-type": "application/octet-stream",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
    });
  });

  it("sends an uploaded file, a shared asset and an empty file", async () => {
    expect((await get(await idOf("video.mp4"))).bytes.equals(video)).toBe(true);
    expect((await get(await idOf("shared.txt"))).bytes.toString()).toBe("shared");
    expect(await get(await idOf("empty.txt"))).toMatchObject({ status: 200, headers: { "content-length": "0" } });
  });

  it("encodes a name with special characters in the Content-Disposition header", async () => {
    const { headers } = await get(await idOf("Straße.txt"));
    expect(headers["content-disposition"]).toBe(`attachment; filename=Stra_e.txt; filename*=UTF-8''Stra%C3%9Fe.txt`);
  });

  it.each(["video.mp4", "app.js"])("supports ranges and conditional requests for %s", async (name) => {
    const whole = name === "video.mp4" ? video : Buffer.from(text);
    const id = await idOf(name);
    const etag = (await get(id)).headers.etag ?? "";
    const part = await get(id, { ...superadmin.bearer, range: "bytes=1000-1999", "if-range": etag });
    expect([part.status, part.headers["content-range"]]).toEqual([206, `bytes 1000-1999/${whole.length}`]);
    expect(part.bytes.equals(whole.subarray(1000, 2000))).toBe(true);
    expect((await get(id, { ...superadmin.bearer, range: "bytes=99999999-" })).status).toBe(416);
    expect((await get(id, { ...superadmin.bearer, "if-none-match": etag })).status).toBe(304);
  });

  it("answers HEAD with the headers only", async () => {
    const answer = await get(await idOf("video.mp4"), superadmin.bearer, "HEAD");
    expect([answer.status, answer.headers["content-length"], answer.bytes.length]).toEqual([200, String(video.length), 0]);
  });

  it("accepts the session cookie alone, as for a followed link", async () => {
    expect((await get(await idOf("app.js"), { cookie: superadmin.browser["cookie"] ?? "" })).status).toBe(200);
  });
});

describe("GET /api/file-management/download/{id} with an invalid request", () => {
  it.each(["0", "-1", "1.5", "999999999", "9".repeat(30), "x", "1%20OR%201=1", "%2e%2e"])("returns 404 for the ID %s", async (id) => {
    const answer = await get(id);
    expect([answer.status, answer.body["message"]]).toEqual([404, expect.any(String)]);
    expect(answer.headers["content-disposition"]).toBeUndefined();
  });

  it.each(["1%00", "%ff"])("returns 400 for the malformed path segment %s", async (id) => {
    expect((await get(id)).status).toBe(400);
  });

  it.each<[Role | "anonymous", number]>([
    ["anonymous", 401],
    ["user", 403],
    ["admin", 403],
  ])("sent by %s returns %i", async (role, status) => {
    const headers = role === "anonymous" ? {} : (await signedIn(role)).bearer;
    expect((await get(await idOf("app.js"), headers)).status).toBe(status);
    // The response does not reveal whether the file exists.
    expect((await get("999999999", headers)).status).toBe(status);
  });

  it("returns 404 for folders, trashed files, deleted files and files of former maps", async () => {
    const folder = await db().entry.findFirstOrThrow({ where: { treeId: map.treeId, name: "js" } });
    expect((await get(String(folder.id))).status).toBe(404);
    const [app, index] = [await idOf("app.js"), await idOf("index.html")];
    await filesOf(superadmin, map.project.safeName).remove("js/app.js");
    expect((await get(app)).status).toBe(404);
    const viewer = await requireSuperadmin(requestTo("/", { headers: superadmin.bearer }), "read");
    await deletePlatformFile(viewer, index, { permanently: false }, { address: null, userAgent: null });
    expect((await get(index)).status).toBe(404);
    const other = await idOf("Straße.txt");
    await db().project.update({ where: { id: map.project.id }, data: { currentTreeId: null } });
    expect((await get(other)).status).toBe(404);
  });

  it("returns 405 for other methods", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) expect((await get("1", superadmin.bearer, method)).status).toBe(405);
  });
});
