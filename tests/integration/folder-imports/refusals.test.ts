import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema, newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { send } from "../uploads/upload-server";
import { type FolderServer, newName, process, startFolderServer } from "./folder-server";
import { type ListedFile, uploadBytes, uploadEach, uploadPack } from "./packs";

let server: FolderServer;
let admin: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  [server, admin, other] = [await startFolderServer(), await signedIn("admin"), await signedIn("admin")];
});
afterAll(() => server.close());

/** Sends a request with these files and expects that it creates nothing. */
async function refuse(files: unknown, more: object = {}) {
  const [imports, blobs] = [await db().import.count(), await db().blob.count()];
  const { status, body } = await process(server, admin.bearer, { projectName: newName(), description: "", files, ...more });
  expect(body).toMatchObject({ success: false, error: body.message });
  expect([await db().import.count(), await db().blob.count()]).toEqual([imports, blobs]);
  return [status, body.message];
}

/** Sends two files of five bytes each in one pack. */
async function pair(change: (first: ListedFile, second: ListedFile) => unknown[]) {
  const [first, second] = await uploadPack(admin, { "a.txt": "first", "b.txt": "other" });
  if (!first || !second) throw new Error("Nothing was uploaded.");
  return refuse(change(first, second));
}

const one = async (change: object) => refuse([{ ...(await uploadPack(admin, { "a.txt": "first" }))[0], ...change }]);
/** Sends a separately uploaded file without an offset. */
const whole = async (change: object) => refuse([{ ...(await uploadEach(admin, { "a.txt": "first" }))[0], ...change }]);

describe("file positions in POST /process-tus-upload", () => {
  it.each<[string, () => Promise<unknown[]>, RegExp]>([
    ["a negative offset", () => one({ offset: -1 }), /^"a.txt": offset must be a whole number of bytes\.$/],
    ["a fractional offset", () => one({ offset: 0.5 }), /offset must be a whole number/],
    ["an offset that is a string", () => one({ offset: "0" }), /offset must be a whole number/],
    ["an offset beyond all safe integers", () => one({ offset: 2 ** 60 }), /offset must be a whole number/],
    ["an offset beyond the end", () => one({ offset: 6 }), /reaches beyond its end, at byte 5\.$/],
    ["offset and size beyond the end", () => one({ size: 6 }), /reaches beyond its end, at byte 5\.$/],
    ["an offset that is off by one", () => pair((first, second) => [first, { ...second, offset: 4 }]), /Two files of .* share bytes, at byte 4\./],
    ["an offset with a hole before it", () => pair((first, second) => [{ ...first, size: 4 }, second]), /No file takes the bytes 4 to 5 of/],
    ["the same bytes twice", () => pair((first, second) => [first, { ...first, relativePath: "c.txt", name: "c.txt" }, second]), /share bytes, at byte 0\./],
    ["unused bytes at the beginning", () => pair((_first, second) => [second]), /No file takes the bytes 0 to 5 of/],
    ["unused bytes at the end", () => pair((first) => [first]), /No file takes the bytes 5 to 10 of/],
    ["a negative size", () => whole({ size: -5 }), /size must be a whole number/],
    ["a fractional size", () => whole({ size: 4.5 }), /size must be a whole number/],
    ["no size", () => whole({ size: undefined }), /size must be a whole number/],
    ["a size below the upload's", () => whole({ size: 4 }), /has 5 bytes, but its file is said to have 4\.$/],
    ["a size above the upload's", () => whole({ size: 6 }), /has 5 bytes, but its file is said to have 6\.$/],
    ["an upload used twice as a whole", async () => {
      const [file] = await uploadEach(admin, { "a.txt": "first" });
      return refuse([file, { ...file, relativePath: "b.txt", name: "b.txt" }]);
    }, /names an upload that another file has come in already/],
    ["an upload used as a pack and as a whole", () => pair((first, second) => [first, { ...second, offset: undefined }]), /another file has come in already/],
    ["an upload used as a whole and as a pack", () => pair((first, second) => [{ ...first, offset: undefined }, second]), /is another file as a whole/],
  ])("return 400 for %s", async (_what, call, message) => {
    const [status, actual] = await call();
    expect(status).toBe(400);
    expect(actual).toMatch(message);
  }); // biome-ignore format: one line a kind

  it("return 413 for more than 100 GB in total", async () => {
    const sizes = [60, 60].map((size) => size * 1024 ** 3);
    const files = sizes.map((size, index) => ({ uploadId: newBlobKey(), relativePath: `${index}.bin`, name: `${index}.bin`, size }));
    expect(await refuse(files)).toEqual([413, "The folder is too large. Maximum size is 100GB"]);
  });
});

describe("paths in POST /process-tus-upload", () => {
  it.each<[string, RegExp]>([
    ["../a.txt", /"\.\.\/a\.txt" points outside the folder \("\.\."\)\.$/],
    ["tiles/../../a.txt", /points outside the folder/],
    ["tiles\\..\\a.txt", /points outside the folder/],
    ["/etc/passwd", /has an absolute path/],
    ["\\\\server\\a.txt", /has an absolute path/],
    ["C:\\a.txt", /names a drive/],
    ["a\0.txt", /contains a control character/],
    ["a\n.txt", /contains a control character/],
    ["photo\u202egnp.exe", /contains a control character/],
    ["tiles/", /is the path of a folder/],
    [".", /is the path of a folder/],
    [`${"x".repeat(256)}`, /is too long. A name can have 255 bytes/],
    [`${"ü".repeat(128)}`, /is too long. A name can have 255 bytes/],
    [`${"x".repeat(200)}/`.repeat(6).concat("a"), /is too long. A path can have 1,024 bytes/],
    ["a/".repeat(64).concat("a"), /lies too deep. Folders can be nested 64 levels/],
  ])("return 400 for %j", async (relativePath, message) => {
    const [status, actual] = await one({ relativePath });
    expect(status).toBe(400);
    expect(actual).toMatch(message);
  });

  const together = (paths: readonly string[]) => async () => {
    const files = await uploadPack(admin, Object.fromEntries(paths.map((_path, index) => [`${index}`, "x"])));
    return refuse(files.map((file, index) => ({ ...file, relativePath: paths[index] })));
  };

  it.each<[string, () => Promise<unknown[]>, string]>([
    ["twice", together(["a/b.txt", "a/b.txt"]), `"a/b.txt" is in the folder more than once.`],
    ["twice, spelled differently", together(["a/b.txt", "./a//b.txt"]), `"a/b.txt" is in the folder more than once.`],
    ["twice, in two normal forms", together(["K\u00f6ln.txt", "Ko\u0308ln.txt"]), `"K\u00f6ln.txt" is in the folder more than once.`],
    ["as a file and a folder", together(["a", "a/b.txt"]), `"a" is both a file and a folder.`],
    ["as a folder and a file", together(["a/b/c.txt", "a/b"]), `"a/b" is both a file and a folder.`],
  ])("return 400 for a path %s", async (_what, call, message) => expect(await call()).toEqual([400, message]));

  it("return 400 for every invalid list entry", async () => {
    for (const file of [1, "a", null, [], {}]) expect((await refuse([file]))[0]).toBe(400);
    expect(await one({ relativePath: "", name: "" })).toEqual([400, "File 1: relativePath is missing."]);
    expect(await one({ relativePath: 7 })).toMatchObject([400, expect.stringMatching(/relativePath is not valid/)]);
  });
});

describe("upload IDs in POST /process-tus-upload", () => {
  const message = "There is no finished upload with this id. Please upload the files again.";
  const receiving = async () => {
    const id = newBlobKey();
    await db().upload.create({ data: { id, ownerId: admin.account.id, length: 5, expiresAt: new Date(Date.now() + 60_000) } });
    return id;
  };

  it.each<[string, () => Promise<string> | string]>([
    ["unknown", () => newBlobKey()],
    ["malformed", () => "../../etc/passwd"],
    ["unfinished", receiving],
    ["owned by another user", () => uploadBytes(other, Buffer.from("first"))],
  ])("return 404 for an upload that is %s", async (_what, id) => {
    expect(await whole({ uploadId: await id() })).toEqual([404, message]);
    expect(await one({ uploadId: await id() })).toEqual([404, message]);
  });

  it("return 409 when the bytes of an upload are missing", async () => {
    const [file] = await uploadEach(admin, { "a.txt": "first" });
    await blobStore().delete(blobKeySchema.parse(file?.uploadId));
    expect(await refuse([file])).toEqual([409, "Some of the uploaded files are no longer there. Please upload them again."]);
  });

  it("return 404 when one of many uploads is missing", async () => {
    const files = await uploadEach(admin, Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.txt`, "x"])));
    const missing = files.map((file, index) => (index === 31 ? { ...file, uploadId: newBlobKey() } : file));
    expect(await refuse(missing)).toEqual([404, message]);
  });
});

describe("POST /process-tus-upload with an invalid request", () => {
  const list = () => uploadPack(admin, { "a.txt": "first" });

  it.each<[string, object, string]>([
    ["no name", { projectName: undefined }, "Project name is required."],
    ["a blank name", { projectName: " " }, "Project name is required."],
    ["too long a name", { projectName: "x".repeat(51) }, "Project name can have at most 50 characters."],
    ["a reserved name", { projectName: "Assets" }, "This project name is reserved. Please choose a different name."],
    ["an invalid description", { description: 7 }, "description is not valid."],
    ["an invalid project", { projectId: "7" }, "There is no such project."],
    ["a version without a project", { baseVersion: "1" }, "Only a project's map can be compared with: projectId and baseVersion belong together with removed."],
    ["removed files without a version", { removed: ["b.txt"] }, "Only a project's map can be compared with: projectId and baseVersion belong together with removed."],
    ["invalid removed paths", { removed: [7] }, "removed must be a list of paths."],
    ["removed that is not a list", { removed: "b.txt" }, "removed must be a list."],
    ["a removed file outside", { removed: ["../b.txt"] }, `"../b.txt" points outside the folder ("..").`],
  ])("returns 400 for %s", async (_what, more, message) => expect(await refuse(await list(), more)).toEqual([400, message])); // biome-ignore format: one line a kind

  it.each<[unknown, string]>([
    [[], "The folder contains no files."],
    [undefined, "The folder contains no files."],
    [null, "The folder contains no files."],
    ["a.txt", "files must be a list."],
    [{ 0: "a.txt" }, "files must be a list."],
  ])("returns 400 for %j as files", async (files, message) => expect(await refuse(files)).toEqual([400, message]));

  it("returns 400 when the project name is set through __proto__", async () => {
    const files = JSON.stringify(await uploadPack(admin, { "index.html": "map" }));
    const { status, body } = await process(server, admin.bearer, `{"__proto__":{"projectName":"${newName()}"},"files":${files}}`);
    expect([status, body.message]).toEqual([400, "Project name is required."]);
  });

  it("returns 400 when the folder contains only system files", async () => {
    expect(await refuse(await uploadPack(admin, { ".DS_Store": "junk" }))).toEqual([400, "The folder contains no files."]);
  });

  it("returns 404 for a deleted project", async () => {
    const projectId = "0197b0e0-0000-7000-8000-000000000000";
    expect(await refuse(await list(), { projectId })).toEqual([404, "This project no longer exists."]);
    expect(await refuse(await list(), { projectId, baseVersion: "1" })).toMatchObject([404, expect.any(String)]);
  });

  it.each([
    "",
    "[]",
    "null",
    "{",
    '{"files":[}',
    '{"files":[]}x',
    '{"projectName":"a","projectName":"b"}',
    `{"description":"${"x".repeat(100_000)}"}`,
  ])("returns 400 for the body %.40j", async (body) => {
    const { status, body: actual } = await process(server, admin.bearer, body);
    expect([status, actual.success]).toEqual([400, false]);
  });

  it.each<[string, number, () => Promise<{ status: number }>]>([
    ["without a session", 401, () => process(server, {} as SignedIn["bearer"], { files: [] })],
    ["from another site's page", 403, () => process(server, admin.foreign, { files: [] })],
    ["as a form", 415, () => process(server, { ...admin.bearer, "Content-Type": "text/plain" }, {})],
    ["by GET", 405, () => send(`${server.origin}/process-tus-upload`, "GET", admin.bearer)],
    ["below its path", 404, () => send(`${server.origin}/process-tus-upload/x`, "POST", admin.bearer)],
  ])("sent %s returns %i", async (_what, status, call) => expect((await call()).status).toBe(status));

  it("returns 403 to a user without the admin role", async () => {
    expect((await process(server, (await signedIn("user")).bearer, { files: [] })).status).toBe(403);
  });
});
