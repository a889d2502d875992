import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { Project } from "@/lib/generated/prisma/client";
import { startImport } from "@/lib/imports/mutations";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { uploadZip, work } from "../imports/publish-zip";
import { publishMap } from "../maps/map-site";
import { field } from "../zip-direct/direct-server";
import { checkArchive, readArchive } from "./check-archive";
import { ask, begin, downloadPath, type FileServer, filePart, startFileServer, upload } from "./file-server";

const text = "All rivers run into the sea.\n".repeat(20_000);
const noise = randomBytes(700_000);

let server: FileServer;
let admin: SignedIn;
let project: Project;
beforeAll(async () => {
  server = await startFileServer();
  admin = await signedIn("admin");
  ({ project } = await publishMap({
    "index.html": "<h1>map</h1>",
    "js/app.js": text,
    "Häfen/Straße.txt": text,
    "big.txt": text + noise.toString("hex"),
  }));
  await upload(server.port, project.safeName, admin.bearer, [
    field("filePath_0", "tiles/0.png"),
    filePart("0.png", noise),
    field("filePath_1", "tiles/1/1.png"),
    filePart("1.png", "1"),
    filePart("empty.txt", ""),
  ]);
  const tile = await db().entry.findFirstOrThrow({ where: { tree: { projectId: project.id }, name: "tiles" } });
  await db().entry.create({ data: { treeId: tile.treeId, parentId: tile.id, kind: "folder", name: "none" } });
  // Like files of a folder import, which have no checksum yet.
  await db().entry.updateMany({ where: { tree: { projectId: project.id }, name: { in: ["0.png", "1.png"] } }, data: { crc32: null } });
});
afterAll(() => server.close());

const get = (paths: string[]) => ask(server.port, downloadPath(project.safeName, paths), { headers: admin.bearer });

describe("GET /api/files/{project}/download as ZIP", () => {
  it("is a valid archive of the announced length that other programs and our import can read", async () => {
    const { status, headers, bytes } = await get([""]);
    expect([status, headers["content-type"], headers["content-length"]]).toEqual([200, "application/zip", String(bytes.length)]);
    expect(headers["content-disposition"]).toBe(`attachment; filename=${project.safeName}.zip`);
    await checkArchive(bytes);
    expect(await readArchive(bytes)).toEqual({
      "index.html": Buffer.from("<h1>map</h1>"),
      "js/": null,
      "js/app.js": Buffer.from(text),
      "Häfen/": null,
      "Häfen/Straße.txt": Buffer.from(text),
      "big.txt": Buffer.from(text + noise.toString("hex")),
      "tiles/": null,
      "tiles/0.png": noise,
      "tiles/1/": null,
      "tiles/1/1.png": Buffer.from("1"),
      "tiles/none/": null,
      "empty.txt": Buffer.alloc(0),
    });
    // Compressed bytes are copied, not decompressed.
    expect(bytes.length).toBeLessThan(2 * noise.length + noise.length + 100_000);
    const archive = await uploadZip(bytes, { ownerId: admin.account.id });
    const target = { kind: "replace", projectId: project.id } as const;
    const { importId } = await startImport({ source: "zip", ...archive, target }, null);
    expect(await work(importId)).toBe("complete");
  });

  it.each<[string, string[], string, string[]]>([
    ["one folder", ["tiles"], "tiles", ["tiles/", "tiles/0.png", "tiles/1/", "tiles/1/1.png", "tiles/none/"]],
    ["a folder within another", ["tiles/1"], "1", ["1/", "1/1.png"]],
    ["two files", ["index.html", "empty.txt"], "", ["empty.txt", "index.html"]],
    ["two files of one folder", ["tiles/0.png", "tiles/1"], "tiles", ["0.png", "1/", "1/1.png"]],
    ["files of two folders", ["tiles/0.png", "js/app.js"], "", ["js/app.js", "tiles/0.png"]],
    [
      "items inside each other",
      ["tiles", "tiles/1", "tiles/1/1.png", "tiles/0.png"],
      "tiles",
      ["tiles/", "tiles/0.png", "tiles/1/", "tiles/1/1.png", "tiles/none/"],
    ],
    ["the same file twice", ["index.html", "index.html"], "index.html", ["index.html"]],
    ["an empty folder", ["tiles/none"], "none", ["none/"]],
  ])("contains the right members for %s", async (_, paths, name, members) => {
    const { bytes, headers } = await get(paths);
    expect(Object.keys(await readArchive(bytes)).sort()).toEqual(members.sort());
    expect(headers["content-disposition"]).toBe(`attachment; filename=${name || project.safeName}.zip`);
    await checkArchive(bytes);
  });

  it("accepts a form with many paths", async () => {
    const body = Buffer.from(
      new URLSearchParams([
        ["filePath", "tiles"],
        ["filePath", "js/app.js"],
      ]).toString(),
    );
    const headers = { ...admin.bearer, "content-type": "application/x-www-form-urlencoded" };
    const answer = await ask(server.port, `/api/files/${project.safeName}/download`, { method: "POST", headers, body });
    expect(Object.keys(await readArchive(answer.bytes))).toContain("js/app.js");
  });

  it("answers HEAD with the length of the archive", async () => {
    const head = await ask(server.port, downloadPath(project.safeName, [""]), { method: "HEAD", headers: admin.bearer });
    expect(head.headers["content-length"]).toBe(String((await get([""])).bytes.length));
  });

  it("contains the state at the start when files change during the download", async () => {
    const own = (await publishMap({ "a.txt": "a" })).project;
    const parts = Array.from({ length: 12 }, (_, number) => filePart(`${number}.bin`, randomBytes(2_000_000)));
    await upload(server.port, own.safeName, admin.bearer, parts);
    const { sent, answer } = begin(server.port, downloadPath(own.safeName, [""]), { method: "GET", headers: admin.bearer });
    sent.end();
    await upload(server.port, own.safeName, admin.bearer, [filePart("3.bin", "other"), filePart("new.bin", "new")]);
    await db().entry.updateMany({ where: { tree: { projectId: own.id }, name: "4.bin" }, data: { name: "renamed.bin" } });
    const { bytes } = await answer;
    await checkArchive(bytes);
  });
});
