import { readFile } from "node:fs/promises";
import os from "node:os";
import { expect, it, vi } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { newBlobKey } from "@/lib/blobs/store";
import { describeInParser, describeJob, type FileOfTree } from "@/lib/data-maps/publish/describe-job";
import { runInParser } from "@/lib/jobs/parser-process";
import { harbourGeoJson } from "../../setup/data-files/text-files";
import { until } from "../../setup/until";

const { signal } = new AbortController();
/** Takes seconds to read, and hundreds of megabytes. */
const manyPositions = `{"type":"LineString","coordinates":[${new Array(4_000_000).fill("[1.5,2.5]").join(",")}]}`;

/** Returns the parsers that this process has started. */
async function parsers(): Promise<number[]> {
  const text = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, "utf8");
  const children = text.split(" ").filter(Boolean).map(Number);
  const commands = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return children.filter((_, index) => commands[index]?.includes("parser.js"));
}

async function store(path: string, text: string): Promise<FileOfTree> {
  const blobKey = newBlobKey();
  const size = await blobStore().write(blobKey, [Buffer.from(text)] as never);
  return { path, size, slice: { blobKey, offset: 0, hasLocalHeader: false, storedSize: size, size, method: "stored", crc32: null } };
}

it("returns what the job returns", async () => {
  expect(await describeInParser([await store("harbour.geojson", harbourGeoJson)], { signal })).toMatchObject([{ name: "Harbour" }]);
});

it("throws the refusal of a file, and the error of a missing blob", async () => {
  await expect(describeInParser([await store("a.geojson", "{")], { signal })).rejects.toThrow(/^"a\.geojson" isn't valid JSON/);
  const { slice, ...file } = await store("a.geojson", "{}");
  const missing = { ...file, slice: slice && { ...slice, blobKey: newBlobKey() } };
  await expect(runInParser(describeJob, { files: [missing], answers: {}, context: {} }, { signal })).rejects.toMatchObject({
    name: "BlobMissingError",
    key: missing.slice?.blobKey,
  });
});

it("kills a job that takes too much memory, and names its file", async () => {
  const file = await store("large.geojson", manyPositions);
  await expect(describeInParser([file], { signal })).rejects.toThrow('"large.geojson" needs more than 512 MB of memory to be read.');
});

it("kills a job that takes too long", async () => {
  await expect(describeInParser([await store("a.geojson", harbourGeoJson)], { signal, seconds: 0.001 })).rejects.toThrow("needs more than");
});

it("gives a job more time while the machine has more work than processors", async () => {
  const load = vi.spyOn(os, "loadavg").mockReturnValue([1_000, 0, 0]);
  try {
    const file = await store("large.geojson", manyPositions);
    const started = performance.now();
    await expect(describeInParser([file], { signal, seconds: 0.5, megabytes: 4_000 })).rejects.toThrow("needs more than");
    expect(performance.now() - started).toBeGreaterThan(2_500);
  } finally {
    load.mockRestore();
  }
});

it("kills a job when its signal aborts", async () => {
  const stopping = new AbortController();
  const running = describeInParser([await store("large.geojson", manyPositions)], { signal: stopping.signal });
  await until("the parser runs", async () => (await parsers()).length > 0);
  stopping.abort(new Error("stopped"));
  await expect(running).rejects.toThrow("stopped");
  expect(await parsers()).toEqual([]);
});
