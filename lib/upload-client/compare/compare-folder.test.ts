import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { batchesOf, compareFolder, compareLists } from "./compare-folder";
import { CompareError, compareMessages } from "./version-calls";

type Fault = (response: ServerResponse) => void;
let stop: (() => void) | null = null;
afterEach(() => stop?.());

/** Serves a published map with these contents. The first answers may fail. */
async function serve(
  published: Record<string, string>,
  faults: Fault[] = [],
  onHashes: (paths: string[]) => void = () => undefined,
): Promise<string> {
  const files = Object.entries(published);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const fault = faults.shift();
    if (fault) return fault(response);
    const asked = request.method === "GET" ? null : (JSON.parse(await text(request)) as { paths: string[] }).paths;
    if (asked) onHashes(asked);
    const lines =
      asked === null
        ? [
            { version: files.length > 0 ? "7" : null, fileCount: files.length },
            ...files.map(([path, content]) => ({ path, size: Buffer.byteLength(content), content: `${path}:${content}` })),
          ]
        : asked.map((path) => ({ path, sha256: hashOf(published[path] ?? "") }));
    response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0);
  await once(server, "listening");
  stop = () => server.close();
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Compares a folder with these contents. @returns paths instead of indexes, and the last progress */
async function compare(origin: string, folder: Record<string, string>, known?: Map<string, string>, makesMap = false) {
  const files = Object.entries(folder).map(([path, content]) => ({
    path,
    file: Object.assign(new File([content], path), { state: `${path}=${content}` }),
  }));
  let hashed = [0, 0];
  const pick = (indexes: number[]) => indexes.flatMap((index) => files[index] ?? []);
  const access = {
    ...(known && { known }),
    list: () => Promise.resolve({ paths: files.map(({ path }) => path), sizes: files.map(({ file }) => file.size), makesMap }),
    files: (indexes: number[]) => Promise.resolve(pick(indexes).map(({ file }) => file)),
  };
  const project = { id: "one", call: (path: string, init?: RequestInit) => fetch(new URL(path, origin), init) };
  const { added, changed, ...rest } = await compareFolder(project, access, ({ hashedBytes, bytesToHash }) => {
    hashed = [hashedBytes, bytesToHash];
  });
  return { ...rest, hashed, added: pick(added).map(({ path }) => path), changed: pick(changed).map(({ path }) => path) };
}

const published = { "index.html": "<h1>1</h1>", "a.js": "let a;", "b.js": "let b;", "c.js": "let c;", empty: "" };
const folder = { "index.html": "<h1>1</h1>", "a.js": "let x;", "b.js": "let bb;", "d.js": "let d;", empty: "" };
const difference = { version: "7", added: ["d.js"], changed: ["a.js", "b.js"], removed: ["c.js"], sameCount: 2, hashed: [16, 16] };

it("compareFolder finds the differences, by content when path and size are equal", async () => {
  expect(await compare(await serve(published), folder)).toEqual(difference);
});

it("compareFolder finds no differences for equal contents, nor for an empty map and folder", async () => {
  expect(await compare(await serve(published), published)).toMatchObject({ added: [], changed: [], removed: [], sameCount: 5 });
  expect(await compare(await serve({}), {})).toMatchObject({ added: [], changed: [], removed: [], sameCount: 0, hashed: [0, 0] });
});

it("compareFolder reports every file as added when the project has no map", async () => {
  expect(await compare(await serve({}), { "index.html": "1" })).toMatchObject({ version: null, added: ["index.html"], sameCount: 0 });
});

const dataMap = { "index.html": "<page>", "map.json": "{}", "a.geojson": "1", "b.mbtiles": "2", "b.pmtiles": "3", "c.pmtiles": "4" };

it("compareFolder keeps what Sea-Vision made for the data map that is online, and removes the rest", async () => {
  const data = { "a.geojson": "1", "b.mbtiles": "2" };
  const origin = await serve(dataMap);
  expect(await compare(origin, data, undefined, true)).toMatchObject({ added: [], changed: [], removed: ["c.pmtiles"] });
  expect((await compare(origin, data, undefined, false)).removed).toEqual(["index.html", "map.json", "b.pmtiles", "c.pmtiles"]);
});

it("compareFolder removes the page of a site that map data replaces", async () => {
  expect(await compare(await serve(published), { "a.geojson": "1" }, undefined, true)).toMatchObject({
    removed: ["index.html", "a.js", "b.js", "c.js", "empty"],
  });
});

const cutOff: Fault = (response) => {
  response.writeHead(200).write('{"version":"7","fileCount":5}\n{"path":"index.html","si');
  setImmediate(() => response.destroy());
};
const endedEarly: Fault = (response) => void response.end('{"version":"7","fileCount":5}\n{"path":"index.html","size":10}\n');
const overloaded: Fault = (response) => void response.writeHead(503).end();
const answering =
  (status: number, message: string): Fault =>
  (response) =>
    void response.writeHead(status).end(JSON.stringify({ message }));

it.each([
  ["a lost connection", cutOff],
  ["an incomplete answer", endedEarly],
  ["an overloaded server", overloaded],
])("compareFolder retries after %s", async (_, fault) => {
  expect(await compare(await serve(published, [fault]), folder)).toEqual(difference);
});

it.each([
  [401, "Unauthorized", compareMessages.signedOut],
  [404, "Project not found", "Project not found"],
  [409, compareMessages.changed, compareMessages.changed],
])("compareFolder rejects with a message after a %d", async (status, said, shown) => {
  const origin = await serve(published, [answering(status, said)]);
  await expect(compare(origin, folder)).rejects.toThrow(new CompareError(shown));
});

it("compareFolder reads no file and requests no hash that is known, and only those of a changed file", async () => {
  const known = new Map<string, string>();
  const reads = vi.spyOn(Blob.prototype, "arrayBuffer");
  await compare(await serve(published), published, known);
  expect(reads).toHaveBeenCalledTimes(4);
  stop?.();
  reads.mockClear();
  const asked: string[][] = [];
  expect(await compare(await serve(published, [], (paths) => asked.push(paths)), published, known)).toMatchObject({ sameCount: 5 });
  expect([reads.mock.calls.length, asked]).toEqual([0, []]);
  stop?.();
  const changed = { ...published, "a.js": "let x;" };
  expect(await compare(await serve(published, [], (paths) => asked.push(paths)), changed, known)).toMatchObject({ changed: ["a.js"] });
  stop?.();
  expect(await compare(await serve(changed, [], (paths) => asked.push(paths)), changed, known)).toMatchObject({ sameCount: 5 });
  expect([reads.mock.calls.length, asked]).toEqual([1, [["a.js"]]]);
  reads.mockRestore();
});

it("compareLists returns added, changed and removed files, and candidates with equal path and size", () => {
  const published = new Map([
    ["index.html", 10],
    ["tiles/0.png", 20],
    ["tiles/1.png", 30],
    [".nojekyll", 0],
    ["old/a.png", 5],
    ["old/b.png", 5],
  ]);
  const paths = ["index.html", "tiles/0.png", "tiles/1.png", "tiles/2.png", ".nojekyll"];
  expect(compareLists(paths, [10, 21, 30, 40, 0], published)).toEqual({
    added: [3],
    changed: [1],
    candidates: [0, 2],
    sameCount: 1,
    removed: ["old/a.png", "old/b.png"],
  });
});

it("compareLists returns every file as added for an empty map, and as removed for an empty folder", () => {
  expect(compareLists(["a", "b"], [1, 0], new Map()).added).toEqual([0, 1]);
  expect(compareLists([], [], new Map([["a", 1]])).removed).toEqual(["a"]);
});

it("compareLists treats two Unicode spellings as different, because both sides are in NFC", () => {
  const { added, removed } = compareLists(["\u00fc"], [1], new Map([["u\u0308", 1]]));
  expect([added, removed]).toEqual([[0], ["u\u0308"]]);
});

it("batches small files together and a large file alone", () => {
  const sizes = [...new Array<number>(2_500).fill(4_096), 900 * 1024 * 1024, 1];
  const batches = [...batchesOf([...sizes.keys()], sizes)];
  expect(batches.map((batch) => batch.length)).toEqual([1_000, 1_000, 500, 1, 1]);
  expect(batches.flat()).toEqual([...sizes.keys()]);
});
