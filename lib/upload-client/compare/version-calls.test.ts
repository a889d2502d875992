import { expect, it } from "vitest";
import { readLines } from "./version-calls";

/** Returns a body that arrives in exactly these chunks. */
function bodyOf(...pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

async function linesOf(body: ReadableStream<Uint8Array>): Promise<unknown[]> {
  const lines: unknown[] = [];
  for await (const line of readLines(body)) lines.push(line);
  return lines;
}

const text = new TextEncoder();

it("readLines parses lines across chunk borders, even inside a character", async () => {
  const bytes = text.encode('{"path":"ü.png"}\n{"path":"b"}\n');
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    expect(await linesOf(bodyOf(bytes.subarray(0, cut), bytes.subarray(cut)))).toEqual([{ path: "ü.png" }, { path: "b" }]);
  }
});

it("readLines parses a last line without a line break", async () => {
  expect(await linesOf(bodyOf(text.encode("1\n2")))).toEqual([1, 2]);
});

it("readLines skips empty keep-alive lines", async () => {
  expect(await linesOf(bodyOf(text.encode("\n\n1\n"), text.encode("\n2\n\n")))).toEqual([1, 2]);
});

it("readLines rejects an incomplete line", async () => {
  await expect(linesOf(bodyOf(text.encode('{"path":"a"}\n{"pa')))).rejects.toThrow(SyntaxError);
});
