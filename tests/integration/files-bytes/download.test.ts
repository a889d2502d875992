import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db";
import type { Project } from "@/lib/generated/prisma/client";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { publishMap } from "../maps/map-site";
import { field } from "../zip-direct/direct-server";
import { ask, downloadPath, type FileServer, filePart, startFileServer, upload } from "./file-server";

const text = "All rivers run into the sea.\n".repeat(2_000);
const video = randomBytes(2_000_000);

let server: FileServer;
let admin: SignedIn;
let project: Project;
beforeAll(async () => {
  server = await startFileServer();
  admin = await signedIn("admin");
  ({ project } = await publishMap({ "index.html": "<h1>map</h1>", "js/app.js": text, "Häfen/Straße.txt": text }));
  await upload(server.port, project.safeName, admin.bearer, [
    filePart("video.mp4", video),
    filePart("empty.txt", ""),
    filePart("drawing.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
    filePart("page.HTML", "<script>alert(1)</script>"),
    filePart("tool.exe", "MZ"),
    filePart("plan.pdf", "%PDF-1.4"),
    filePart("tile.pbf", Buffer.from([0x1f, 0x8b, 8, 0, 0, 0])),
    field("filePath_7", 'odd "name" %25.txt'),
    filePart("x", "odd"),
  ]);
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}, more = "") =>
  ask(server.port, downloadPath(project.safeName, [path], more), { headers: { ...admin.bearer, ...headers } });

describe("GET /api/files/{project}/download of a file", () => {
  it("sends it as it was uploaded, to be saved", async () => {
    const answer = await get("js/app.js", { "accept-encoding": "gzip" });
    expect(answer.status).toBe(200);
    expect(answer.bytes.toString()).toBe(text);
    expect(answer.headers).toMatchObject({
      "content-disposition": "attachment; filename=app.js",
      "content-length": String(text.length),
      "content-security-policy": "default-src 'none'; sandbox",
      "content-type": "application/octet-stream",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
    });
    expect(answer.headers["content-encoding"]).toBeUndefined();
  });

  it.each([
    ["Häfen/Straße.txt", `attachment; filename=Stra_e.txt; filename*=UTF-8''Stra%C3%9Fe.txt`],
    ['odd "name" %25.txt', `attachment; filename="odd _name_ _25.txt"; filename*=UTF-8''odd%20%22name%22%20%2525.txt`],
  ])("names it after %s", async (path, disposition) => {
    expect((await get(path)).headers["content-disposition"]).toBe(disposition);
  });

  it("leaves a tile packed that is packed in its file", async () => {
    expect((await get("tile.pbf")).bytes).toEqual(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]));
  });

  it.each(["video.mp4", "js/app.js"])("sends parts of %s, and says when nothing has changed", async (path) => {
    const whole = path === "video.mp4" ? video : Buffer.from(text);
    const { headers } = await get(path);
    const etag = headers.etag ?? "";
    const part = await get(path, { range: "bytes=1000-1999", "if-range": etag });
    expect([part.status, part.headers["content-range"]]).toEqual([206, `bytes 1000-1999/${whole.length}`]);
    expect(part.bytes.equals(whole.subarray(1000, 2000))).toBe(true);
    expect((await get(path, { range: "bytes=1000-", "if-range": '"other"' })).status).toBe(200);
    expect((await get(path, { range: "bytes=99999999-" })).status).toBe(416);
    expect((await get(path, { "if-none-match": etag })).status).toBe(304);
    expect((await get(path, { "if-match": '"other"' })).status).toBe(412);
  });

  it("tells of it without sending it", async () => {
    const answer = await ask(server.port, downloadPath(project.safeName, ["video.mp4"]), { method: "HEAD", headers: admin.bearer });
    expect([answer.status, answer.headers["content-length"], answer.bytes.length]).toEqual([200, "2000000", 0]);
  });

  it("sends an empty file", async () => {
    expect(await get("empty.txt")).toMatchObject({ status: 200, headers: { "content-length": "0" } });
  });
});

describe("a preview", () => {
  it.each([
    ["video.mp4", "video/mp4"],
    ["js/app.js", "text/plain; charset=utf-8"],
    ["page.HTML", "text/plain; charset=utf-8"],
    ["index.html", "text/plain; charset=utf-8"],
    ["drawing.svg", "image/svg+xml"],
  ])("shows %s as %s, and lets nothing run", async (path, type) => {
    const answer = await get(path, {}, "&inline=1");
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, type]);
    expect(answer.headers["content-security-policy"]).toMatch(/^default-src 'none';.* sandbox$/);
    expect(answer.headers["content-disposition"]).toMatch(/^inline;/);
  });

  it("shows a document in the browser's own viewer, which does not work in a sandbox", async () => {
    const answer = await get("plan.pdf", {}, "&inline=1");
    expect(answer.headers).toMatchObject({ "content-type": "application/pdf", "x-content-type-options": "nosniff" });
    expect(answer.headers["content-security-policy"]).not.toContain("sandbox");
  });

  it("sends parts of a film", async () => {
    expect(await get("video.mp4", { range: "bytes=0-99" }, "&inline=1")).toMatchObject({
      status: 206,
      headers: { "content-length": "100" },
    });
  });

  it.each([
    ["tool.exe", 415],
    ["js", 409],
    ["", 409],
    ["none.png", 404],
  ])("of %j: %i", async (path, status) => {
    expect((await get(path, {}, "&inline=1")).status).toBe(status);
  });
});

describe("what is refused", () => {
  it.each<[string, string, number]>([
    ["no path", "", 400],
    ["a step up", "filePath=..", 400],
    ["a step up within", "filePath=js/../index.html", 400],
    ["an encoded step up", "filePath=%2e%2e%2findex.html", 400],
    ["a doubly encoded step up", "filePath=%252e%252e%252findex.html", 400],
    ["a backslash", "filePath=..%5cindex.html", 400],
    ["NUL", "filePath=index.html%00", 400],
    ["an absolute path", "filePath=/index.html", 400],
    ["another project's", "filePath=../another/index.html", 400],
    ["too long a name", `filePath=${"x".repeat(300)}`, 400],
    ["too long a path", `filePath=${"x/".repeat(900)}x`, 400],
    ["one of several", "filePath=index.html&filePath=..", 400],
    ["nothing there", "filePath=none", 404],
    ["nothing there among others", "filePath=index.html&filePath=none", 404],
    ["below a file", "filePath=index.html/x", 404],
    ["bytes that are no text", "filePath=%ff", 404],
  ])("%s", async (_, query, status) => {
    const answer = await ask(server.port, `/api/files/${project.safeName}/download?${query}`, { headers: admin.bearer });
    expect([answer.status, answer.body["success"]]).toEqual([status, false]);
    expect(answer.headers["content-disposition"]).toBeUndefined();
  });

  it("a project without files", async () => {
    const empty = await createProject(null);
    expect((await ask(server.port, downloadPath(empty.safeName, [""]), { headers: admin.bearer })).status).toBe(404);
  });

  it("other people", async () => {
    const path = downloadPath(project.safeName, ["index.html"]);
    expect((await ask(server.port, path)).status).toBe(401);
    expect((await ask(server.port, path, { headers: (await signedIn("user")).bearer })).status).toBe(403);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const body = Buffer.from("filePath=index.html");
    const post = (headers: Record<string, string>) => ask(server.port, path, { method: "POST", headers: { ...form, ...headers }, body });
    expect((await post(admin.foreign)).status).toBe(403);
    expect((await post(admin.browser)).status).toBe(200);
  });

  it("a form that is none, and one that is too long", async () => {
    const path = `/api/files/${project.safeName}/download`;
    const post = (type: string, body: Buffer) =>
      ask(server.port, path, { method: "POST", headers: { ...admin.bearer, "content-type": type }, body });
    expect((await post("application/json", Buffer.from("{}"))).status).toBe(415);
    expect((await post("application/x-www-form-urlencoded", Buffer.from("filePath=a&".repeat(10_001)))).status).toBe(400);
    expect((await post("application/x-www-form-urlencoded", Buffer.alloc(17 * 1024 * 1024, "a"))).status).toBe(413);
    expect(await db().project.count({ where: { id: project.id } })).toBe(1);
  });
});
