import { describe, expect, it } from "vitest";
import type { Chunk } from "./byte-source";
import type { FilePart } from "./pack-source";
import { PackSource, UnreadablePartError } from "./pack-source";

const fileOf = (path: string, content: string) => ({ path, file: new File([content], path) });
const joining = { read: async (parts: FilePart<File>[]) => new Blob(parts.map(({ file, from, to }) => file.slice(from, to))) };
const textOf = async (chunk: Promise<Chunk>) => new Response((await chunk) as Blob).text();

describe("PackSource", () => {
  const files = [fileOf("e0", ""), fileOf("a", "abc"), fileOf("e1", ""), fileOf("b", "de"), fileOf("c", "fghij"), fileOf("e2", "")];
  const whole = "abcdefghij";

  it("returns any range of its joined files", async () => {
    const source = new PackSource(files, joining);
    expect(source.size).toBe(10);
    for (let start = 0; start <= 10; start += 1)
      for (let end = start; end <= 10; end += 1) expect(await textOf(source.slice(start, end))).toBe(whole.slice(start, end));
  });

  it("finds the bytes that were sent in files with another time, and not in files with another byte", async () => {
    const sent = new PackSource(files, joining);
    await sent.slice(0, 4);
    await sent.slice(4, 10);
    expect(sent.sent.map(({ from, to }) => [from, to])).toEqual([
      [0, 4],
      [4, 10],
    ]);
    const touched = files.map(({ path, file }) => ({ path, file: new File([file], path, { lastModified: 1 }) }));
    expect(await new PackSource(touched, joining).has(sent.sent)).toBe(true);
    const changed = files.map((one) => (one.path === "b" ? fileOf("b", "dx") : one));
    expect(await new PackSource(changed, joining).has(sent.sent)).toBe(false);
    const gone = new PackSource(files, { read: () => Promise.reject(new UnreadablePartError(0)) });
    expect([await gone.has(sent.sent), gone.unreadable]).toEqual([false, null]);
  });

  it("uses the reader for ranges of many files", async () => {
    const many = Array.from({ length: 300 }, (_, number) => fileOf(`${number}`, String(number % 10)));
    const asked: number[] = [];
    const reader = {
      read: (parts: FilePart<File>[]) => {
        asked.push(parts.length);
        return joining.read(parts);
      },
    };
    const source = new PackSource(many, reader);
    expect(await textOf(source.slice(5, 25))).toBe("56789012345678901234");
    expect(asked).toEqual([20]);
  });

  it("limits the number of files in one request", async () => {
    const many = Array.from({ length: 10_000 }, (_, number) => fileOf(`${number}`, "x"));
    const source = new PackSource(many, joining);
    expect((await source.slice(0, 10_000)).size).toBe(4_096);
    expect((await source.slice(8_000, 10_000)).size).toBe(2_000);
  });

  it("returns the number of complete files and the file at an offset", () => {
    const source = new PackSource(files, joining);
    expect([0, 2, 3, 5, 10].map((bytes) => source.countBefore(bytes))).toEqual([1, 1, 3, 4, 6]);
    expect([0, 3, 10].map((bytes) => source.fileAt(bytes))).toEqual(["a", "b", "e2"]);
  });

  it("reports the unreadable file", async () => {
    const many = Array.from({ length: 40 }, (_, number) => fileOf(`tiles/${number}.png`, "x"));
    const source = new PackSource(many, { read: () => Promise.reject(new UnreadablePartError(3)) });
    const told: string[] = [];
    source.onUnreadable = ({ message }) => told.push(message);
    await expect(source.slice(10, 40)).rejects.toThrow("changed or moved");
    expect(told).toEqual(["the file was changed or moved after it was chosen"]);
    expect(source.unreadable).toBe("tiles/13.png");
    expect(await source.isReadable()).toBe(false);
  });

  it("looks for the unreadable file among the files of the last chunk", async () => {
    const broken = Object.assign(new File(["xy"], "b"), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException("changed", "NotReadableError")) }),
    });
    const source = new PackSource([fileOf("a", "abcd"), { path: "b", file: broken }], joining);
    await source.slice(0, 4);
    expect(await source.isReadable()).toBe(true);
    await source.slice(3, 6).catch(() => undefined);
    expect([await source.isReadable(), source.unreadable]).toEqual([false, "b"]);
  });
});
