import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it, vi } from "vitest";

const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-parts-"));
vi.stubEnv("DATA_DIR", folder);
const { BufferPool } = await import("./buffer-pool");
const { TempFile } = await import("./temp-file");

afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(text: string) {
  const file = await TempFile.open();
  await file.write(Buffer.from(text));
  return file;
}

it("TempFile leaves no file with a name and deletes old leftovers", async () => {
  const parts = path.join(folder, "parts");
  await mkdir(parts);
  const [young, old] = ["young", "old"].map((name) => path.join(parts, name)) as [string, string];
  await Promise.all([writeFile(young, ""), writeFile(old, "")]);
  const dayBefore = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await utimes(old, dayBefore, dayBefore);
  const file = await TempFile.open();
  expect(await readdir(parts)).toEqual(["young"]);
  await file.close();
});

it("BufferPool limits the parts that are sent at once and reuses their buffers", async () => {
  const pool = new BufferPool(2);
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
  const files = await Promise.all(texts.map(fileOf));
  await Promise.all(files.map((file) => pool.send(file, send, undefined)));
  expect(read.sort()).toEqual(texts);
  expect([most, buffers.size]).toEqual([2, 2]);
  await Promise.all(files.map((file) => file.close()));
});

it("BufferPool ends the wait of an aborted caller at once and does not reuse the buffer of a failed request", async () => {
  const pool = new BufferPool(1);
  const [one, other] = [await fileOf("one"), await fileOf("two")];
  const buffers: ArrayBufferLike[] = [];
  const aborting = new AbortController();
  const failing = pool.send(
    one,
    (bytes) => {
      buffers.push(bytes.buffer);
      aborting.abort(new Error("aborted"));
      return Promise.reject(new Error("failed"));
    },
    undefined,
  );
  const waiting = pool.send(other, () => Promise.resolve(), aborting.signal);
  await Promise.all([expect(waiting).rejects.toThrow("aborted"), expect(failing).rejects.toThrow("failed")]);
  await pool.send(
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
