import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { AppError, isDatabaseUnavailable, methodNotAllowed } from "../errors";
import { logger } from "../logging/logger";
import { errorAnswer, parseInput, readJson, readText } from "./route";

function refusal(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error instanceof AppError ? { message: error.message, fields: error.fields } : error;
  }
}

describe("parseInput", () => {
  const schema = z.object({
    count: z.number().min(1),
    name: z.string("Name is required.").max(3, "Name is too long."),
    more: z.object({ kind: z.enum(["a", "b"]) }).optional(),
  });

  it.each([
    [{ count: 1, name: "abcd" }, { name: "Name is too long." }],
    [{ count: 1 }, { name: "Name is required." }],
    [{ count: 0, name: "a" }, { count: "count is not valid." }],
    [{ count: "1", name: "a" }, { count: "count is missing or of the wrong kind." }],
    [{ count: 1, name: "a", more: { kind: "c" } }, { "more.kind": "more.kind is not valid." }],
    [null, { body: "The input is missing or of the wrong kind." }],
  ])("reports for %j: %j", (value, fields) => {
    expect(refusal(() => parseInput(schema, value))).toEqual({ message: Object.values(fields)[0], fields });
  });
});

describe("readJson", () => {
  it("accepts JSON after a byte order mark", async () => {
    const headers = { "Content-Type": "application/json; charset=utf-8" };
    const request = new Request("http://localhost/", { method: "POST", body: '\ufeff{"a":1}', headers });
    expect(await readJson(request, z.object({ a: z.number() }))).toEqual({ a: 1 });
  });
});

it("errorAnswer names the allowed methods", () => {
  expect(errorAnswer(methodNotAllowed(["GET", "HEAD"]))).toMatchObject({ status: 405, headers: { Allow: "GET, HEAD" } });
});

/** Returns the error of reading a body whose client resets the connection half-way. */
async function readBrokenOff(): Promise<unknown> {
  const server = createServer();
  const failure = new Promise<unknown>((resolve) => server.on("request", (request) => text(request).then(resolve, resolve)));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const socket = connect((server.address() as AddressInfo).port);
  server.once("request", () => socket.resetAndDestroy());
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{");
  const error = await failure;
  server.close();
  return error;
}

describe("errorAnswer for a request that its client aborts", () => {
  it("logs one line at debug, and no unavailable database", async () => {
    const warn = vi.spyOn(logger, "warn");
    const debug = vi.spyOn(logger, "debug");
    const error = await readBrokenOff();
    expect(error).toMatchObject({ code: "ECONNRESET" });
    expect(errorAnswer(error).status).toBe(400);
    expect(isDatabaseUnavailable(error)).toBe(false);
    expect([warn.mock.calls.length, debug.mock.calls.length]).toEqual([0, 1]);
    expect(isDatabaseUnavailable(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }))).toBe(true);
  });
});

function post(body: BodyInit | null, headers: HeadersInit = {}): Request {
  return new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

function streamOf(...parts: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else controller.close();
    },
  });
}

describe("readText", () => {
  it("reads the whole body", async () => {
    expect(await readText(post("smörgås"), 100)).toBe("smörgås");
    expect(await readText(post(null), 100)).toBe("");
  });

  it("reads a character that is split between two chunks", async () => {
    const bytes = new TextEncoder().encode("ö");
    expect(await readText(post(streamOf(bytes.slice(0, 1), bytes.slice(1))), 2)).toBe("ö");
  });

  it("drops a byte order mark at the beginning only", async () => {
    expect(await readText(post("\ufeff{}"), 100)).toBe("{}");
    expect(await readText(post("{\ufeff}"), 100)).toBe("{\ufeff}");
  });

  it("rejects by Content-Length, and counts bytes without it", async () => {
    await expect(readText(post("x", { "content-length": "11" }), 10)).rejects.toMatchObject({ code: "too_large" });
    expect(await readText(post("x".repeat(10)), 10)).toHaveLength(10);
    await expect(readText(post("x".repeat(11)), 10)).rejects.toMatchObject({ code: "too_large" });
  });

  it("stops reading at the limit", async () => {
    let read = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        read += 1;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    await expect(readText(post(endless), 5000)).rejects.toMatchObject({ code: "too_large" });
    expect(read).toBeLessThan(10);
  });
});
