import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { blobFolder, blobStore } from "@/lib/blobs/open";
import type { Project } from "@/lib/generated/prisma/client";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { canMount, mountSmallDisk } from "../../setup/small-disk";
import { isOnS3 } from "../../setup/stored-objects";
import { field, formOf, type Part } from "../zip-direct/direct-server";
import { ask, begin, type FileServer, FORM_TYPE, filePart, filesPath, startFileServer, upload } from "./file-server";
import { traces } from "./listing";

const LIMIT = 1_000_000;

let server: FileServer;
let admin: SignedIn;
let project: Project;
let before: Awaited<ReturnType<typeof traces>>;
beforeAll(async () => {
  server = await startFileServer({ bytes: LIMIT, milliseconds: 60_000 });
  admin = await signedIn("admin");
  project = await createProject(null);
  await createProject(null, { name: "Another One", safeName: "another-one" });
  await upload(server.port, project.safeName, admin.bearer, [
    filePart("index.html", "1"),
    field("filePath_1", "tiles/0.png"),
    filePart("x", "2"),
  ]);
  before = await traces();
});
afterAll(() => server.close());

const send = (parts: Part[], headers = admin.bearer) => upload(server.port, project.safeName, headers, parts);
const at = (path: string) => [filePart("x", "bytes"), field("filePath_0", path)];

const badPaths: [string, string][] = [
  ["a step up", ".."],
  ["a step up before", "../x"],
  ["a step up within", "a/../x"],
  ["an encoded step up", "%2e%2e%2fx"],
  ["a double-encoded step up", "%252e%252e%252fx"],
  ["a backslash", "a\\x"],
  ["an encoded backslash", "..%5cx"],
  ["NUL", "a\0x"],
  ["an encoded NUL", "a%00x"],
  ["an absolute path", "/etc/passwd"],
  ["a dot", "./x"],
  ["an empty segment", "a//x"],
  ["a trailing slash", "a/"],
  ["an empty path", ""],
  ["too long a name", "x".repeat(256)],
  ["too long a path", new Array(60).fill("x".repeat(20)).join("/")],
  ["too many levels", new Array(65).fill("x").join("/")],
];

/** Folders that exist already may have such names. */
const BIDIRECTIONAL = "photo\u202egnp.exe";

describe("POST /api/files/{project}/files with an invalid request", () => {
  it.each<[string, string]>([...badPaths, ["a bidirectional override character", BIDIRECTIONAL]])(
    "returns 400 and stores nothing for a file path with %s",
    async (_, path) => {
      const answer = await send(at(path));
      expect([answer.status, answer.body["success"]]).toEqual([400, false]);
      expect(await traces()).toEqual(before);
    },
  );

  it.each(badPaths.filter(([, path]) => path !== "" && path !== "a/"))(
    "returns 400 and stores nothing for a target folder with %s",
    async (_, path) => {
      for (const parts of [
        [field("targetPath", path), filePart("x", "b")],
        [filePart("x", "b"), field("targetPath", path)],
      ]) {
        expect((await send(parts)).status).toBe(400);
      }
      expect(await traces()).toEqual(before);
    },
  );

  it.each<[string, number, RegExp, () => Part[]]>([
    ["into a missing folder", 404, /no longer exists/, () => [field("targetPath", "none"), filePart("x", "b")]],
    ["into a missing folder named after the file", 404, /no longer exists/, () => [filePart("x", "b"), field("targetPath", "none")]],
    ["into a file", 409, /is a file/, () => [field("targetPath", "index.html"), filePart("x", "b")]],
    ["below a file", 409, /“index.html” is a file, not a folder/, () => at("index.html/x")],
    ["in place of a folder", 409, /“tiles” is a folder, not a file/, () => at("tiles")],
    ["with a path twice", 400, /“a” is there more than once/, () => [filePart("a", "1"), filePart("a", "2")]],
    ["with a path twice in two Unicode forms", 400, /more than once/, () => [filePart("é", "1"), filePart("e\u0301", "2")]],
    ["with a file below another", 400, /more than once/, () => [filePart("a", "1"), filePart("x", "2"), field("filePath_1", "a/b")]],
    [
      "with a folder that becomes a file",
      400,
      /more than once/,
      () => [filePart("x", "1"), field("filePath_0", "a/b"), filePart("a", "2")],
    ],
    ["without a file", 400, /No file/, () => [field("targetPath", "")]],
    ["with a file sent as a field", 400, /file/, () => [field("files", "text")]],
    ["with a file in another field", 400, /in the field files/, () => [{ name: "file", value: "x", fileName: "x" }]],
    ["with a path without a file", 400, /belongs to no file/, () => [filePart("a", "1"), field("filePath_1", "b")]],
    ["with a path given twice", 400, /more than once/, () => [...at("a"), field("filePath_0", "b")]],
    ["with a folder given twice", 400, /more than once/, () => [filePart("a", "1"), field("targetPath", ""), field("targetPath", "tiles")]],
    ["with an endless field", 400, /too long/, () => [filePart("a", "1"), field("targetPath", "x".repeat(20_000))]],
    ["with too many files", 413, /At most 1,000 files/, () => Array.from({ length: 1_001 }, (_, number) => filePart(`${number}`, ""))],
    ["with far too many files", 413, /At most 1,000 files/, () => Array.from({ length: 3_000 }, (_, number) => filePart(`${number}`, ""))],
    ["with too many fields", 400, /too many parts/, () => Array.from({ length: 1_100 }, (_, number) => field(`f${number}`, ""))],
    ["with too many bytes", 413, /too large/, () => [filePart("a", randomBytes(LIMIT / 2)), filePart("b", randomBytes(LIMIT / 2 + 1))]],
  ])("rejects an upload %s with %i and stores nothing", async (_, status, message, parts) => {
    const answer = await send(parts());
    expect([answer.status, answer.body["message"]]).toEqual([status, expect.stringMatching(message)]);
    expect(await traces()).toEqual(before);
  });

  it.each<[string, number, () => Promise<{ status: number }>]>([
    ["without a session", 401, () => send([filePart("a", "a")], {})],
    ["from another site's page", 403, () => send([filePart("a", "a")], admin.foreign)],
    ["by a user", 403, async () => send([filePart("a", "a")], (await signedIn("user")).bearer)],
    ["for a missing project", 404, () => upload(server.port, "none", admin.bearer, [filePart("a", "a")])],
    ["for another project by a path", 404, () => upload(server.port, "x/../another-one", admin.bearer, [filePart("a", "a")])],
    ["by another method", 405, () => ask(server.port, filesPath(project.safeName), { method: "PUT", headers: admin.bearer })],
    [
      "with JSON",
      415,
      () =>
        ask(server.port, filesPath(project.safeName), {
          method: "POST",
          headers: { ...admin.bearer, "content-type": "application/json" },
          body: Buffer.from("{}"),
        }),
    ],
    [
      "that ends early",
      400,
      () =>
        ask(server.port, filesPath(project.safeName), {
          method: "POST",
          headers: { ...FORM_TYPE, ...admin.bearer },
          body: formOf([filePart("a", "a")], ""),
        }),
    ],
    [
      "with random bytes",
      400,
      () =>
        ask(server.port, filesPath(project.safeName), {
          method: "POST",
          headers: { ...FORM_TYPE, ...admin.bearer },
          body: randomBytes(1_000),
        }),
    ],
  ])("sent %s returns %i", async (_, status, call) => {
    const entries = before.entries;
    expect((await call()).status).toBe(status);
    expect((await traces()).entries).toBe(entries);
    expect(await traces()).toMatchObject({ rows: before.rows, files: before.files });
  });

  it.each(["..", "%2e%2e%2f", "%252e%252e", "..%5c", "%00", "%ff", "x".repeat(5_000), "a%2f..%2fanother-one", "another-one%00"])(
    "returns 400 or 404 for a project named %s",
    async (segment) => {
      const answer = await ask(server.port, `/api/files/${segment}/files`, {
        method: "POST",
        headers: { ...FORM_TYPE, ...admin.bearer },
        body: formOf([filePart("a", "a")]),
      });
      expect([400, 404]).toContain(answer.status);
      expect(await traces()).toEqual(before);
    },
  );

  it("returns 413 before it reads the body when Content-Length is too large", async () => {
    const headers = { ...FORM_TYPE, ...admin.bearer, "content-length": "600000000000" };
    const { sent, answer } = begin(server.port, filesPath(project.safeName), { headers });
    sent.flushHeaders();
    expect((await answer).status).toBe(413);
    sent.destroy();
  });
});

describe("an upload to a full disk", () => {
  it.runIf(canMount() && !isOnS3())("returns 503 and stores nothing", async () => {
    const disk = mountSmallDisk(blobFolder(), 1);
    try {
      const small = await startFileServer();
      // Something else fills the disk after the check of the quota.
      const capacity = vi.spyOn(blobStore(), "capacity").mockResolvedValue({ total: null, free: 3_000_000 });
      const answer = await upload(small.port, project.safeName, admin.bearer, [filePart("a", randomBytes(3_000_000))]);
      capacity.mockRestore();
      expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "60" } });
      await small.close();
    } finally {
      disk.unmount();
    }
    expect(await traces()).toEqual(before);
  });
});
