import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
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

describe("GET /api/files/{project}/download for one file", () => {
  it("sends the uploaded bytes as an attachment", async () => {
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
  ])("sets the file name in Content-Disposition for %s", async (path, disposition) => {
    expect((await get(path)).headers["content-disposition"]).toBe(disposition);
  });

  it("does not decompress a file with gzip content", async () => {
    expect((await get("tile.pbf")).bytes).toEqual(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]));
  });

  it.each(["video.mp4", "js/app.js"])("supports ranges and conditional requests for %s", async (path) => {
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

  it("answers HEAD with the headers only", async () => {
    const answer = await ask(server.port, downloadPath(project.safeName, ["video.mp4"]), { method: "HEAD", headers: admin.bearer });
    expect([answer.status, answer.headers["content-length"], answer.bytes.length]).toEqual([200, "2000000", 0]);
  });

  it("sends an empty file", async () => {
    expect(await get("empty.txt")).toMatchObject({ status: 200, headers: { "content-length": "0" } });
  });
});

describe("GET /api/files/{project}/download with inline=1", () => {
  it.each([
    ["video.mp4", "video/mp4"],
    ["js/app.js", "text/plain; charset=utf-8"],
    ["page.HTML", "text/plain; charset=utf-8"],
    ["index.html", "text/plain; charset=utf-8"],
    ["drawing.svg", "image/svg+xml"],
  ])("shows %s as %s in a sandbox without scripts", async (path, type) => {
    const answer = await get(path, {}, "&inline=1");
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, type]);
    expect(answer.headers["content-security-policy"]).toMatch(/^default-src 'none';.* sandbox$/);
    expect(answer.headers["content-disposition"]).toMatch(/^inline;/);
  });

  it("sends a PDF without a sandbox, because the browser's viewer does not work in one", async () => {
    const answer = await get("plan.pdf", {}, "&inline=1");
    expect(answer.headers).toMatchObject({ "content-type": "application/pdf", "x-content-type-options": "nosniff" });
    expect(answer.headers["content-security-policy"]).not.toContain("sandbox");
  });

  it("sends a range of a video", async () => {
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
  ])("rejects %j with %i", async (path, status) => {
    expect((await get(path, {}, "&inline=1")).status).toBe(status);
  });
});

describe("GET /api/files/{project}/download with an invalid request", () => {
  it.each<[string, string, number]>([
    ["no path", "", 400],
    ["a step up", "filePath=..", 400],
    ["a step up within", "filePath=js/../index.html", 400],
    ["an encoded step up", "filePath=%2e%2e%2findex.html", 400],
    ["a double-encoded step up", "filePath=%252e%252e%252findex.html", 400],
    ["a backslash", "filePath=..%5cindex.html", 400],
    ["NUL", "filePath=index.html%00", 400],
    ["an absolute path", "filePath=/index.html", 400],
    ["a file of another project", "filePath=../another/index.html", 400],
    ["too long a name", `filePath=${"x".repeat(300)}`, 400],
    ["too long a path", `filePath=${"x/".repeat(900)}x`, 400],
    ["one bad path of several", "filePath=index.html&filePath=..", 400],
    ["a missing file", "filePath=none", 404],
    ["a missing file among others", "filePath=index.html&filePath=none", 404],
    ["a path below a file", "filePath=index.html/x", 404],
    ["bytes that are not UTF-8", "filePath=%ff", 404],
  ])("rejects %s", async (_, query, status) => {
    const answer = await ask(server.port, `/api/files/${project.safeName}/download?${query}`, { headers: admin.bearer });
    expect([answer.status, answer.body["success"]]).toEqual([status, false]);
    expect(answer.headers["content-disposition"]).toBeUndefined();
  });

  it("returns 404 for a project without files", async () => {
    const empty = await createProject(null);
    expect((await ask(server.port, downloadPath(empty.safeName, [""]), { headers: admin.bearer })).status).toBe(404);
  });

  it("returns 401 without a session, 403 to a user and 403 to a page of another site", async () => {
    const path = downloadPath(project.safeName, ["index.html"]);
    expect((await ask(server.port, path)).status).toBe(401);
    expect((await ask(server.port, path, { headers: (await signedIn("user")).bearer })).status).toBe(403);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const body = Buffer.from("filePath=index.html");
    const post = (headers: Record<string, string>) => ask(server.port, path, { method: "POST", headers: { ...form, ...headers }, body });
    expect((await post(admin.foreign)).status).toBe(403);
    expect((await post(admin.browser)).status).toBe(200);
  });

  it("returns 415, 400 or 413 for a wrong form type, too many paths or a too large form", async () => {
    const path = `/api/files/${project.safeName}/download`;
    const post = (type: string, body: Buffer) =>
      ask(server.port, path, { method: "POST", headers: { ...admin.bearer, "content-type": type }, body });
    expect((await post("application/json", Buffer.from("{}"))).status).toBe(415);
    expect((await post("application/x-www-form-urlencoded", Buffer.from("filePath=a&".repeat(10_001)))).status).toBe(400);
    expect((await post("application/x-www-form-urlencoded", Buffer.alloc(17 * 1024 * 1024, "a"))).status).toBe(413);
    expect(await db().project.count({ where: { id: project.id } })).toBe(1);
  });
});
