import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { Project } from "@/lib/generated/prisma/client";
import { toSafeName } from "@/lib/projects/schema";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { field, formOf, type Part } from "../zip-direct/direct-server";
import { ask, begin, downloadPath, type FileServer, FORM_TYPE, filePart, filesPath, startFileServer, upload } from "./file-server";
import { firstTrace, listPaths, totalsOf, traces } from "./listing";

let server: FileServer;
let admin: SignedIn;
let project: Project;
beforeAll(async () => {
  server = await startFileServer();
  admin = await signedIn("admin");
  project = await createProject(null);
});
afterAll(() => server.close());

const send = (parts: Part[], to = project) => upload(server.port, to.safeName, admin.bearer, parts);
const read = (path: string, from = project) => ask(server.port, downloadPath(from.safeName, [path]), { headers: admin.bearer });

async function expectSound(of: Project): Promise<void> {
  const { recorded, actual } = await totalsOf(of);
  expect(recorded).toEqual(actual);
}

describe("POST /api/files/{project}/files", () => {
  it("stores all files of a request in one blob owned by the caller", async () => {
    const large = randomBytes(3_000_000);
    const before = await db().blob.count();
    const answer = await send([
      field("targetPath", ""),
      filePart("index.html", "<h1>map</h1>"),
      filePart("0.png", large),
      filePart("empty.txt", ""),
      field("filePath_1", "tiles/1/0.png"),
    ]);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        totalFiles: 3,
        message: "Uploaded 3 file(s) successfully",
        files: [
          { name: "index.html", path: "index.html", type: "file", size: 12 },
          { name: "0.png", path: "tiles/1/0.png", size: 3_000_000 },
          { name: "empty.txt", path: "empty.txt", size: 0 },
        ],
      },
    });
    expect(await listPaths(project)).toEqual(["empty.txt", "index.html", "tiles/", "tiles/1/", "tiles/1/0.png"]);
    expect((await read("tiles/1/0.png")).bytes.equals(large)).toBe(true);
    expect((await read("index.html")).bytes.toString()).toBe("<h1>map</h1>");
    expect((await read("empty.txt")).bytes).toHaveLength(0);
    expect(await db().blob.count()).toBe(before + 1);
    const { blobKey, crc32 } = await db().entry.findFirstOrThrow({ where: { name: "index.html", tree: { projectId: project.id } } });
    expect(await db().blob.findUniqueOrThrow({ where: { key: blobKey ?? "" } })).toMatchObject({
      size: 3_000_012n,
      ownerId: admin.account.id,
    });
    expect(crc32).not.toBeNull();
    await expectSound(project);
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "file.uploaded", targetId: project.id } });
    expect(event).toMatchObject({ actorId: admin.account.id, details: { project: project.name, count: 3, bytes: 3_000_012, folder: "" } });
  });

  it("replaces existing files and releases their blob", async () => {
    const own = await createProject(null);
    await send([filePart("a.txt", "old"), filePart("b.txt", "stays")], own);
    const { blobKey: old } = await db().entry.findFirstOrThrow({ where: { name: "a.txt", tree: { projectId: own.id } } });
    expect(await send([filePart("a.txt", "newer"), filePart("c.txt", "c")], own)).toMatchObject({ status: 200 });
    expect(await listPaths(own)).toEqual(["a.txt", "b.txt", "c.txt"]);
    expect((await read("a.txt", own)).bytes.toString()).toBe("newer");
    expect((await read("b.txt", own)).bytes.toString()).toBe("stays");
    expect((await db().blob.findUniqueOrThrow({ where: { key: old ?? "" } })).releasedAt).not.toBeNull();
    await expectSound(own);
  });

  it("creates missing folders and uses existing ones", async () => {
    const own = await createProject(null);
    const into = (path: string, target = "") => send([field("targetPath", target), field("filePath_0", path), filePart("x", path)], own);
    await into("a/b/1.txt");
    await into("a/b/2.txt");
    await into("c/3.txt", "a/b");
    expect(await listPaths(own)).toEqual(["a/", "a/b/", "a/b/1.txt", "a/b/2.txt", "a/b/c/", "a/b/c/3.txt"]);
    await expectSound(own);
  });

  it("distinguishes names by case but not by Unicode normalization form", async () => {
    const own = await createProject(null);
    await send([filePart("Map.html", "1"), filePart("map.html", "2")], own);
    await send([field("filePath_0", "Ha\u0308fen.txt"), filePart("x", "old")], own);
    await send([filePart("Häfen.txt", "new")], own);
    expect(await listPaths(own)).toEqual(["Häfen.txt", "Map.html", "map.html"]);
    expect((await read("Häfen.txt", own)).bytes.toString()).toBe("new");
  });

  it("creates the shared assets with the first file", async () => {
    const answers = await Promise.all(
      ["a.js", "b.js"].map((name) =>
        upload(server.port, "assets", admin.bearer, [field("filePath_0", `lib/${name}`), filePart(name, name)]),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const got = await ask(server.port, downloadPath("assets", ["lib/b.js"]), { headers: admin.bearer });
    expect(got.bytes.toString()).toBe("b.js");
  });

  it("finds a project by its name as well as by its safe name", async () => {
    const own = await createProject(null, { name: "Häfen & Kais 7", safeName: toSafeName("Häfen & Kais 7") });
    expect(await upload(server.port, own.name, admin.bearer, [filePart("a.txt", "a")])).toMatchObject({ status: 200 });
    expect(await listPaths(own)).toEqual(["a.txt"]);
  });

  it("accepts the maximum of 1,000 files in one request", async () => {
    const own = await createProject(null);
    const parts = Array.from({ length: 1_000 }, (_, number) => [
      field(`filePath_${number}`, `t/${number % 10}/${number}.bin`),
      filePart("x", String(number)),
    ]);
    expect(await send(parts.flat(), own)).toMatchObject({ status: 200, body: { totalFiles: 1_000 } });
    expect((await read("t/9/999.bin", own)).bytes.toString()).toBe("999");
    await expectSound(own);
  });
});

describe("chunked uploads", () => {
  const chunkOf = (to: Project, index: number, total = 5, text = "") =>
    send(
      [
        field("isChunked", "true"),
        field("chunkIndex", String(index)),
        field("totalChunks", String(total)),
        ...Array.from({ length: 20 }, (_, number) => [
          field(`filePath_${number}`, `folder/${number % 3}/${index}-${number}.txt`),
          filePart("x", `${text}${index}-${number}`),
        ]).flat(),
      ],
      to,
    );

  it("build one tree when chunks arrive out of order, repeatedly and concurrently", async () => {
    const own = await createProject(null);
    const order = [4, 2, 2, 0, 3, 1, 4];
    const answers = await Promise.all(order.flatMap((index) => [chunkOf(own, index), chunkOf(own, index)]));
    expect(answers.map(({ status }) => status)).toEqual(new Array(14).fill(200));
    expect(answers[0]?.body["message"]).toBe("Uploaded chunk 5 of 5: 20 file(s)");
    const paths = await listPaths(own);
    expect(paths.filter((path) => !path.endsWith("/"))).toHaveLength(100);
    expect(paths.filter((path) => path.endsWith("/"))).toEqual(["folder/", "folder/0/", "folder/1/", "folder/2/"]);
    expect((await read("folder/1/3-4.txt", own)).bytes.toString()).toBe("3-4");
    await expectSound(own);
  });

  it("keep the other chunks when one is missing", async () => {
    const own = await createProject(null);
    await chunkOf(own, 0, 3);
    await chunkOf(own, 2, 3);
    expect((await listPaths(own)).filter((path) => path.endsWith(".txt"))).toHaveLength(40);
  });

  it.each<[string, Record<string, string>]>([
    ["an index without the other fields", { chunkIndex: "0" }],
    ["no index", { isChunked: "true", totalChunks: "2" }],
    ["no total", { isChunked: "true", chunkIndex: "0" }],
    ["an index after the last", { isChunked: "true", chunkIndex: "2", totalChunks: "2" }],
    ["a total of zero", { isChunked: "true", chunkIndex: "0", totalChunks: "0" }],
    ["a negative index", { isChunked: "true", chunkIndex: "-1", totalChunks: "2" }],
    ["a fractional index", { isChunked: "true", chunkIndex: "0.5", totalChunks: "2" }],
    ["an invalid flag", { isChunked: "yes", chunkIndex: "0", totalChunks: "2" }],
    ["an exponent", { isChunked: "true", chunkIndex: "1e0", totalChunks: "2" }],
    ["too large a number", { isChunked: "true", chunkIndex: "0", totalChunks: "9".repeat(30) }],
  ])("return 400 for %s", async (_, fields) => {
    const before = await traces();
    const parts = [filePart("a.txt", "a"), ...Object.entries(fields).map(([name, value]) => field(name, value))];
    expect((await send(parts)).status).toBe(400);
    expect(await traces()).toEqual(before);
  });
});

describe("an interrupted upload", () => {
  it("stores nothing when the client disconnects", async () => {
    const before = await traces();
    const body = formOf([filePart("a.txt", randomBytes(300_000))]);
    const headers = { ...FORM_TYPE, ...admin.bearer, "content-length": String(body.length) };
    const { sent, answer } = begin(server.port, filesPath(project.safeName), { headers });
    answer.catch(() => undefined);
    sent.write(body.subarray(0, 200_000));
    await until("the file is being written", async () => (await traces())[firstTrace] > before[firstTrace]);
    sent.destroy();
    await until("nothing is left", async () => JSON.stringify(await traces()) === JSON.stringify(before));
  });

  it("returns 401 and stores nothing when the session ends during the upload", async () => {
    const leaver = await signedIn("admin");
    const before = await traces();
    const body = formOf([filePart("a.txt", randomBytes(300_000))]);
    const headers = { ...FORM_TYPE, ...leaver.bearer, "content-length": String(body.length) };
    const { sent, answer } = begin(server.port, filesPath(project.safeName), { headers });
    sent.write(body.subarray(0, 200_000));
    await until("the file is being written", async () => (await traces())[firstTrace] > before[firstTrace]);
    await db().session.delete({ where: { id: leaver.session.id } });
    sent.end(body.subarray(200_000));
    expect((await answer).status).toBe(401);
    expect(await traces()).toEqual(before);
  });

  it("returns 404 and stores nothing when the project is deleted during the upload", async () => {
    const own = await createProject(null);
    const body = formOf([filePart("a.txt", randomBytes(300_000))]);
    const headers = { ...FORM_TYPE, ...admin.bearer, "content-length": String(body.length) };
    const before = await traces();
    const { sent, answer } = begin(server.port, filesPath(own.safeName), { headers });
    sent.write(body.subarray(0, 200_000));
    await until("the file is being written", async () => (await traces())[firstTrace] > before[firstTrace]);
    await db().project.delete({ where: { id: own.id } });
    sent.end(body.subarray(200_000));
    expect((await answer).status).toBe(404);
    expect(await traces()).toEqual(before);
  });
});
