import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it, vi } from "vitest";

const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-parts-"));
vi.stubEnv("DATA_DIR", folder);
const { PartMemory } = await import("./part-memory");
const { PartSpool } = await import("./temp-file");

afterAll(() => rm(folder, { recursive: true, force: true }));

async function spoolOf(text: string) {
  const spool = await PartSpool.open();
  await spool.write(Buffer.from(text));
  return spool;
}

it("leaves no file with a name, and deletes those that others have left long ago", async () => {
  const parts = path.join(folder, "parts");
  await mkdir(parts);
  const [young, old] = ["young", "old"].map((name) => path.join(parts, name)) as [string, string];
  await Promise.all([writeFile(young, ""), writeFile(old, "")]);
  const dayBefore = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await utimes(old, dayBefore, dayBefore);
  const spool = await PartSpool.open();
  expect(await readdir(parts)).toEqual(["young"]);
  await spool.close();
});

it("holds so many parts in memory at once, in memory that is used again", async () => {
  const memory = new PartMemory(2);
  const buffers = new Set<ArrayBufferLike>();
  const read: string[] = [];
  let now = 0;
  let most = 0;
  const send = async (bytes: Buffer) => {
    now += 1;
    most = Math.max(most, now);
    buffers.add(bytes.buffer);
    await new Promise((resolve) => setImmediate(resolve));
    read.push(bytes.toString());
    now -= 1;
  };
  const texts = Array.from({ length: 12 }, (_, index) => `part ${10 + index}`);
  const spools = await Promise.all(texts.map(spoolOf));
  await Promise.all(spools.map((spool) => memory.take(spool, send, undefined)));
  expect(read.sort()).toEqual(texts);
  expect([most, buffers.size]).toEqual([2, 2]);
  await Promise.all(spools.map((spool) => spool.close()));
});

it("keeps nobody waiting who is called off, and lends no memory again that a failed request may still read", async () => {
  const memory = new PartMemory(1);
  const [one, other] = [await spoolOf("one"), await spoolOf("two")];
  const buffers: ArrayBufferLike[] = [];
  const calledOff = new AbortController();
  const failing = memory.take(
    one,
    (bytes) => {
      buffers.push(bytes.buffer);
      calledOff.abort(new Error("called off"));
      return Promise.reject(new Error("failed"));
    },
    undefined,
  );
  const waiting = memory.take(other, () => Promise.resolve(), calledOff.signal);
  await Promise.all([expect(waiting).rejects.toThrow("called off"), expect(failing).rejects.toThrow("failed")]);
  await memory.take(
    other,
    (bytes) => {
      buffers.push(bytes.buffer);
      return Promise.resolve();
    },
    undefined,
  );
  expect(buffers[0]).not.toBe(buffers[1]);
  await Promise.all([one.close(), other.close()]);
});
