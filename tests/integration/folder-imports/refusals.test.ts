import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBlobKey } from "@/lib/blobs/key";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db";
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

/** Calls with these files, and sees to it that nothing comes of it. */
async function refuse(files: unknown, more: object = {}) {
  const [imports, blobs] = [await db().import.count(), await db().blob.count()];
  const { status, body } = await process(server, admin.bearer, { projectName: newName(), description: "", files, ...more });
  expect(body).toMatchObject({ success: false, error: body.message });
  expect([await db().import.count(), await db().blob.count()]).toEqual([imports, blobs]);
  return [status, body.message];
}

/** Ten bytes in two files end to end. */
async function pair(change: (first: ListedFile, second: ListedFile) => unknown[]) {
  const [first, second] = await uploadPack(admin, { "a.txt": "first", "b.txt": "other" });
  if (!first || !second) throw new Error("Nothing was uploaded.");
  return refuse(change(first, second));
}

const one = async (change: object) => refuse([{ ...(await uploadPack(admin, { "a.txt": "first" }))[0], ...change }]);
/** The whole upload as a file, without an offset. */
const whole = async (change: object) => refuse([{ ...(await uploadEach(admin, { "a.txt": "first" }))[0], ...change }]);

describe("places in an upload", () => {
  it.each<[string, () => Promise<unknown[]>, RegExp]>([
    ["a negative offset", () => one({ offset: -1 }), /^"a.txt": offset must be a whole number of bytes\.$/],
    ["a fractional offset", () => one({ offset: 0.5 }), /offset must be a whole number/],
    ["an offset that is a text", () => one({ offset: "0" }), /offset must be a whole number/],
    ["an offset beyond all numbers", () => one({ offset: 2 ** 60 }), /offset must be a whole number/],
    ["an offset beyond the end", () => one({ offset: 6 }), /reaches beyond its end, at byte 5\.$/],
    ["offset and size beyond the end", () => one({ size: 6 }), /reaches beyond its end, at byte 5\.$/],
    ["an offset that is off by one", () => pair((first, second) => [first, { ...second, offset: 4 }]), /Two files of .* share bytes, at byte 4\./],
    ["an offset with a hole before it", () => pair((first, second) => [{ ...first, size: 4 }, second]), /No file takes the bytes 4 to 5 of/],
    ["the same bytes twice", () => pair((first, second) => [first, { ...first, relativePath: "c.txt", name: "c.txt" }, second]), /share bytes, at byte 0\./],
    ["bytes at the beginning that no file takes", () => pair((_first, second) => [second]), /No file takes the bytes 0 to 5 of/],
    ["bytes at the end that no file takes", () => pair((first) => [first]), /No file takes the bytes 5 to 10 of/],
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
  ])("%s answers 400", async (_what, call, message) => {
    const [status, told] = await call();
    expect(status).toBe(400);
    expect(told).toMatch(message);
  }); // biome-ignore format: one line a kind

  it("more than 100 GB together answers 413", async () => {
    const sizes = [60, 60].map((size) => size * 1024 ** 3);
    const files = sizes.map((size, index) => ({ uploadId: newBlobKey(), relativePath: `${index}.bin`, name: `${index}.bin`, size }));
    expect(await refuse(files)).toEqual([413, "The folder is too large. Maximum size is 100GB"]);
  });
});

describe("paths", () => {
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
  ])("%j answers 400", async (relativePath, message) => {
    const [status, told] = await one({ relativePath });
    expect(status).toBe(400);
    expect(told).toMatch(message);
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
  ])("one %s answers 400", async (_what, call, message) => expect(await call()).toEqual([400, message]));

  it("are listed one by one", async () => {
    for (const file of [1, "a", null, [], {}]) expect((await refuse([file]))[0]).toBe(400);
    expect(await one({ relativePath: "", name: "" })).toEqual([400, "File 1: relativePath is missing."]);
    expect(await one({ relativePath: 7 })).toMatchObject([400, expect.stringMatching(/relativePath is not valid/)]);
  });
});

describe("uploads", () => {
  const message = "There is no finished upload with this id. Please upload the files again.";
  const receiving = async () => {
    const id = newBlobKey();
    await db().upload.create({ data: { id, ownerId: admin.account.id, length: 5, expiresAt: new Date(Date.now() + 60_000) } });
    return id;
  };

  it.each<[string, () => Promise<string> | string]>([
    ["unknown", () => newBlobKey()],
    ["no id at all", () => "../../etc/passwd"],
    ["unfinished", receiving],
    ["somebody else's", () => uploadBytes(other, Buffer.from("first"))],
  ])("one that is %s answers 404", async (_what, id) => {
    expect(await whole({ uploadId: await id() })).toEqual([404, message]);
    expect(await one({ uploadId: await id() })).toEqual([404, message]);
  });

  it("one whose bytes are gone answers 409", async () => {
    const [file] = await uploadEach(admin, { "a.txt": "first" });
    await blobStore().delete(blobKeySchema.parse(file?.uploadId));
    expect(await refuse([file])).toEqual([409, "Some of the uploaded files are no longer there. Please upload them again."]);
  });

  it("one that is missing is found among many", async () => {
    const files = await uploadEach(admin, Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.txt`, "x"])));
    const missing = files.map((file, index) => (index === 31 ? { ...file, uploadId: newBlobKey() } : file));
    expect(await refuse(missing)).toEqual([404, message]);
  });
});

describe("the call", () => {
  const list = () => uploadPack(admin, { "a.txt": "first" });

  it.each<[string, object, string]>([
    ["no name", { projectName: undefined }, "Project name is required."],
    ["a blank name", { projectName: " " }, "Project name is required."],
    ["too long a name", { projectName: "x".repeat(51) }, "Project name can have at most 50 characters."],
    ["a reserved name", { projectName: "Assets" }, "This project name is reserved. Please choose a different name."],
    ["a description that is none", { description: 7 }, "description is not valid."],
    ["a project that is none", { projectId: "7" }, "There is no such project."],
    ["a version without a project", { baseVersion: "1" }, "Only a project's map can be compared with: projectId and baseVersion belong together with removed."],
    ["removed files without a version", { removed: ["b.txt"] }, "Only a project's map can be compared with: projectId and baseVersion belong together with removed."],
    ["removed files that are none", { removed: [7] }, "removed must be a list of paths."],
    ["removed that is no list", { removed: "b.txt" }, "removed must be a list."],
    ["a removed file outside", { removed: ["../b.txt"] }, `"../b.txt" points outside the folder ("..").`],
  ])("with %s answers 400", async (_what, more, message) => expect(await refuse(await list(), more)).toEqual([400, message])); // biome-ignore format: one line a kind

  it.each<[unknown, string]>([
    [[], "The folder contains no files."],
    [undefined, "The folder contains no files."],
    [null, "The folder contains no files."],
    ["a.txt", "files must be a list."],
    [{ 0: "a.txt" }, "files must be a list."],
  ])("with %j as files answers 400", async (files, message) => expect(await refuse(files)).toEqual([400, message]));

  it("whose name comes by way of __proto__ answers 400", async () => {
    const files = JSON.stringify(await uploadPack(admin, { "index.html": "map" }));
    const { status, body } = await process(server, admin.bearer, `{"__proto__":{"projectName":"${newName()}"},"files":${files}}`);
    expect([status, body.message]).toEqual([400, "Project name is required."]);
  });

  it("with nothing but what is left out answers 400", async () => {
    expect(await refuse(await uploadPack(admin, { ".DS_Store": "junk" }))).toEqual([400, "The folder contains no files."]);
  });

  it("about a project that is gone answers 404", async () => {
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
  ])("with the body %.40j answers 400", async (body) => {
    const { status, body: told } = await process(server, admin.bearer, body);
    expect([status, told.success]).toEqual([400, false]);
  });

  it.each<[string, number, () => Promise<{ status: number }>]>([
    ["without a session", 401, () => process(server, {} as SignedIn["bearer"], { files: [] })],
    ["from another site's page", 403, () => process(server, admin.foreign, { files: [] })],
    ["as a form", 415, () => process(server, { ...admin.bearer, "Content-Type": "text/plain" }, {})],
    ["by GET", 405, () => send(`${server.origin}/process-tus-upload`, "GET", admin.bearer)],
    ["below its address", 404, () => send(`${server.origin}/process-tus-upload/x`, "POST", admin.bearer)],
  ])("%s answers %i", async (_what, status, call) => expect((await call()).status).toBe(status));

  it("by a plain user answers 403", async () => {
    expect((await process(server, (await signedIn("user")).bearer, { files: [] })).status).toBe(403);
  });
});
