import { beforeAll, describe, expect, it } from "vitest";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { type FilesCalls, filesOf } from "./calls";
import { newSite, pathsOf, type Site } from "./site";

let admin: SignedIn;
let site: Site;
let other: Site;
let files: FilesCalls;

const PATHS = ["index.html", "js/app.js", "tiles/0.png"];

beforeAll(async () => {
  admin = await signedIn("admin");
  site = await newSite(PATHS);
  other = await newSite(["secret/plan.txt"]);
  files = filesOf(admin, site.project.safeName);
});

const badPaths: readonly (readonly [what: string, path: unknown])[] = [
  ["a step up", ".."],
  ["a step up in the middle", "js/../js"],
  ["a step up at the end", "js/.."],
  ["a dot segment", "./js"],
  ["an encoded step up", "%2e%2e%2f"],
  ["an encoded step up without its slash", "%2e%2e"],
  ["a half-encoded step up", ".%2e/js"],
  ["an encoded step up after a slash", "js%2f..%2fapp.js"],
  ["a double-encoded step up", "%252e%252e%252f"],
  ["a four times encoded step up", "%25252e%25252e"],
  ["a backslash", "js\\app.js"],
  ["an encoded step up after a backslash", "js%5c%2e%2e%5capp.js"],
  ["a Windows path", "C:\\Windows"],
  ["NUL", "js\0"],
  ["an encoded NUL", "js%00"],
  ["a line break", "js\n"],
  ["an absolute path", "/etc/passwd"],
  ["two slashes", "js//app.js"],
  ["two slashes in front", "//js"],
  ["a lone surrogate", "js/\ud800"],
  ["a name that is too long", "x".repeat(256)],
  ["a name of too many bytes", "é".repeat(128)],
  ["a path that is too long", Array.from({ length: 60 }, () => "x".repeat(20)).join("/")],
  ["too many levels", Array.from({ length: 65 }, () => "x").join("/")],
  ["a very long path", "x/".repeat(100_000)],
  ["a number", 7],
  ["a list", ["js"]],
  ["null", null],
];

type Ask = (path: unknown) => Promise<{ status: number; body: { success: boolean; error?: string } }>;

const places: Readonly<Record<string, Ask>> = {
  "folder folderPath": (path) => files.folder(path, "x"),
  "rename oldPath": (path) => files.rename(path, "x"),
  "item itemPath": (path) => files.remove(path),
  "item itemPath permanently": (path) => files.remove(path, { permanently: true }),
  "move itemPaths": (path) => files.move([path], "js"),
  "move itemPaths among valid paths": (path) => files.move(["index.html", path], "js"),
  "move targetPath": (path) => files.move(["index.html"], path),
  "copy itemPaths": (path) => files.copy([path], "js"),
  "copy targetPath": (path) => files.copy(["index.html"], path),
  "existing targetPath": (path) => files.existing(path, ["index.html"]),
  "existing paths": (path) => files.existing("", [path]),
};

describe.each(Object.entries(places))("%s", (_place, ask) => {
  it.each(badPaths)("returns 400 for %s", async (_what, path) => {
    const { status, body } = await ask(path);
    expect([status, body.success, typeof body.error]).toEqual([400, false, "string"]);
    expect(await pathsOf(site.treeId)).toEqual(["index.html", "js/", "js/app.js", "tiles/", "tiles/0.png"]);
  });
});

describe("browse path", () => {
  // A URL can't contain a lone surrogate.
  it.each(badPaths.filter(([, path]) => typeof path === "string" && !/\p{Cs}/u.test(path)))("returns 400 for %s", async (_what, path) => {
    expect((await files.browse(String(path))).status).toBe(400);
  });
});

describe("a name with an encoded slash from an imported map", () => {
  it("can be browsed, moved, renamed and deleted", async () => {
    const saved = await newSite(["index.html", "tiles%2F1.png", "a%5Cb/x.txt"]);
    const calls = filesOf(admin, saved.project.safeName);
    expect((await calls.browse("a%5Cb")).status).toBe(200);
    expect((await calls.move(["tiles%2F1.png"], "a%5Cb")).status).toBe(200);
    expect(await pathsOf(saved.treeId)).toEqual(["a%5Cb/", "a%5Cb/tiles%2F1.png", "a%5Cb/x.txt", "index.html"]);
    expect((await calls.rename("a%5Cb/tiles%2F1.png", "1.png")).status).toBe(200);
    expect((await calls.remove("a%5Cb", { permanently: true })).status).toBe(200);
    expect(await pathsOf(saved.treeId)).toEqual(["index.html"]);
  });

  it("is not decoded to a path", async () => {
    expect((await files.remove("js%2fapp.js")).status).toBe(404);
    expect((await files.remove("js%5capp.js")).status).toBe(404);
    expect(await pathsOf(site.treeId)).toEqual(["index.html", "js/", "js/app.js", "tiles/", "tiles/0.png"]);
  });
});

const badNames = [
  "",
  " ",
  ".",
  "..",
  " .. ",
  "a/b",
  "/a",
  "a\\b",
  "a\0",
  "%2e%2e",
  "a%2fb",
  "%252e%252e",
  "a\u0085",
  "photo\u202egnp.exe",
  "\u2066a\u2069",
  "\udc00",
  "x".repeat(256),
  7,
  null,
];

describe.each(badNames)("the name %j", (name) => {
  it("returns 400 for a new folder", async () => expect((await files.folder("js", name)).status).toBe(400));
  it("returns 400 for a rename", async () => expect((await files.rename("js", name)).status).toBe(400));
});

describe("unusual but valid names", () => {
  it.each([
    "...",
    ".htaccess",
    "100%.txt",
    "%zz",
    "a b",
    "a:b",
    "<script>",
    "naïve",
    "🗺",
    "con",
    "a%20b",
    "-rf",
    '\'; DROP TABLE "Entry"; --',
  ])("allow a folder named %j", async (name) => {
    const made = await files.folder("", name);
    expect([made.status, made.body.item?.path]).toEqual([200, name]);
    expect((await files.browse(name)).body.items).toEqual([]);
    expect((await files.remove(name, { permanently: true })).status).toBe(200);
  });
});

describe("the top folder", () => {
  it.each(["", "/"])("returns 400 for %j in deletions, renames, moves and copies", async (path) => {
    const answers = [
      files.remove(path),
      files.remove(path, { permanently: true }),
      files.rename(path, "x"),
      files.move([path], "js"),
      files.copy([path], "js"),
    ];
    for (const { status } of await Promise.all(answers)) expect(status).toBe(400);
    expect(await pathsOf(site.treeId)).toHaveLength(5);
  });
});

describe("files and trees of another project", () => {
  it("return 404 through this project", async () => {
    expect((await files.browse("secret")).status).toBe(404);
    expect((await files.remove("secret/plan.txt")).status).toBe(404);
    expect((await files.rename("secret", "x")).status).toBe(404);
    expect((await files.move(["secret"], "js")).status).toBe(404);
    expect((await files.copy(["secret"], "js")).status).toBe(404);
    expect((await files.existing("secret", ["plan.txt"])).body.existing).toEqual([]);
    const theirs = filesOf(admin, other.project.safeName);
    const { trashId } = (await theirs.remove("secret/plan.txt")).body;
    expect((await files.trash()).body.items).toEqual([]);
    expect((await files.restore(trashId)).status).toBe(404);
    expect((await files.emptyTrash({ ids: [trashId] })).body.deleted).toBe(0);
    expect((await filesOf(admin, "assets").restore(trashId)).status).toBe(404);
    expect((await theirs.restore(trashId)).status).toBe(200);
  });

  it("can't be restored or deleted by tree ID", async () => {
    for (const id of [site.treeId, other.treeId]) expect((await files.restore(String(id))).status).toBe(404);
    for (const id of ["0", "-1", "1e3", "x", 7, null, "9".repeat(30)]) expect((await files.restore(id)).status).toBe(400);
    expect((await files.emptyTrash({ ids: [String(site.treeId), String(other.treeId)] })).body.deleted).toBe(0);
    expect(await pathsOf(other.treeId)).toHaveLength(2);
  });
});
