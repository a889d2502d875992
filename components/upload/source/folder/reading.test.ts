import { describe, expect, it } from "vitest";
import { readDropped } from "./dropped-folder";
import { FileInFolder } from "./file-in-folder";
import { readEntries, readFileList, readHandles, UnreadableEntryError } from "./reading";

type Tree = { [name: string]: Tree | string };
const reading = () => ({ onProgress: () => undefined, signal: new AbortController().signal });

/** Returns a handle like those of a browser. */
function handleOf(name: string, content: Tree | string): FileSystemHandle {
  const handle =
    typeof content === "string"
      ? { kind: "file", name, getFile: () => Promise.resolve().then(() => openFile(name, content)) }
      : {
          kind: "directory",
          name,
          getDirectoryHandle: async (child: string) => {
            if (child.includes(":")) throw new TypeError("Name is not allowed.");
            return await Promise.resolve(handleOf(child, content[child] ?? {}));
          },
          async *values() {
            for (const [child, inside] of Object.entries(content)) yield await Promise.resolve(handleOf(child, inside));
          },
        };
  return handle as unknown as FileSystemHandle;
}

function openFile(name: string, content: string): File {
  if (content === "gone") throw new DOMException("gone", "NotFoundError");
  return new File([content], name);
}

/** Returns an entry like those of a browser, which lists 100 children at a time. */
function entryOf(name: string, content: Tree | string): FileSystemEntry {
  const children = typeof content === "string" ? [] : Object.entries(content).map(([child, inside]) => entryOf(child, inside));
  const entry = {
    name,
    isFile: typeof content === "string",
    isDirectory: typeof content !== "string",
    file: (resolve: (file: File) => void, reject: (error: unknown) => void) => {
      try {
        resolve(openFile(name, String(content)));
      } catch (error) {
        reject(error);
      }
    },
    getMetadata: (resolve: (metadata: object) => void, reject: (error: unknown) => void) =>
      content === "gone"
        ? reject(new DOMException("gone", "NotFoundError"))
        : resolve({ size: content.length, modificationTime: new Date(7) }),
    createReader: () => {
      const left = [...children];
      return { readEntries: (resolve: (entries: FileSystemEntry[]) => void) => resolve(left.splice(0, 100)) };
    },
  };
  return entry as unknown as FileSystemEntry;
}

const many: Tree = Object.fromEntries(Array.from({ length: 1_234 }, (_, number) => [`${number}.png`, `${number}`]));
const site: Tree = { "index.html": "<html>", tiles: { "0": { "0": many }, empty: {} }, "u\u0308.txt": "nfd" };

function dropped(content: Tree) {
  return readDropped([entryOf("site", content)], [handleOf("site", content)], reading());
}

describe("reading a folder", () => {
  it.each([
    ["by its handle", () => readHandles([handleOf("site", site)], reading())],
    ["by its entry", () => readEntries([entryOf("site", site)], reading())],
  ])("returns every file %s", async (_, read) => {
    const files = await read();
    expect(files).toHaveLength(1_236);
    const paths = new Map(files.map(({ path, file }) => [path, file]));
    expect(await paths.get("site/tiles/0/0/777.png")?.text()).toBe("777");
    expect(paths.has("site/index.html") && paths.has("site/\u00fc.txt")).toBe(true);
  });

  it.each([
    ["by its handle", () => readHandles([handleOf("site", { a: { b: "gone" } })], reading())],
    ["by its entry", () => readEntries([entryOf("site", { a: { b: "gone" } })], reading())],
    ["when it is dropped", () => dropped({ a: { b: "gone" } })],
  ])("rejects when a file is unreadable, %s", async (_, read) => {
    const error = await read().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(UnreadableEntryError);
    expect((error as UnreadableEntryError).path).toBe("site/a/b");
  });

  it("rejects with the reason of the aborted signal", async () => {
    const ended = AbortSignal.abort(new Error("called off"));
    await expect(readHandles([handleOf("site", site)], { onProgress: () => undefined, signal: ended })).rejects.toThrow("called off");
  });
});

it("readHandles returns files of mixed files and folders", async () => {
  const files = await readHandles([handleOf("index.html", "x"), handleOf("a", { b: "y" })], reading());
  expect(files.map(({ path }) => path)).toEqual(["index.html", "a/b"]);
});

it("readFileList returns the files of a file chooser with their paths", async () => {
  const inFolder = Object.assign(new File(["x"], "1.png"), { webkitRelativePath: "site/tiles/1.png" });
  const files = await readFileList([inFolder, new File([], "alone.txt")], reading());
  expect(files.map(({ path }) => path)).toEqual(["site/tiles/1.png", "alone.txt"]);
});

it("readDropped opens only files that handles can't open", async () => {
  const files = await dropped({
    tiles: { "12.png": "tile", "con.txt": "x", "a.url": "x", "q?.txt": "x", " b.txt": "x" },
    "a:b": { "1.png": "x" },
  });
  const opened = files.filter(({ file }) => file instanceof File).map(({ path }) => path);
  expect(opened.sort()).toEqual(
    ["a:b/1.png", "tiles/ b.txt", "tiles/a.url", "tiles/con.txt", "tiles/q?.txt"].map((path) => `site/${path}`),
  );
  const tile = files.find(({ path }) => path === "site/tiles/12.png")?.file;
  expect(tile).toBeInstanceOf(FileInFolder);
  expect(tile).toMatchObject({ folder: { name: "tiles" }, name: "12.png", size: 4, lastModified: 7 });
});
