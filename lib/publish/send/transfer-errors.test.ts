import { DetailedError, type HttpRequest, type HttpResponse } from "tus-js-client";
import { describe, expect, it } from "vitest";
import { wordsOf } from "./transfer-errors";

const CHUNK = 5 * 1024 * 1024;

/** What tus-js-client reports of a request that the server has answered. */
function failure(method: string, offset: number, status: number, body = ""): DetailedError {
  const request: HttpRequest = {
    getMethod: () => method,
    getURL: () => "/files/1",
    setHeader: () => undefined,
    getHeader: (name) => (name === "Upload-Offset" ? String(offset) : undefined),
    setProgressHandler: () => undefined,
    send: () => Promise.reject(new Error("not sent")),
    abort: () => Promise.resolve(),
    getUnderlyingObject: () => null,
  };
  const response: HttpResponse = {
    getStatus: () => status,
    getHeader: () => undefined,
    getBody: () => body,
    getUnderlyingObject: () => null,
  };
  // Its types know of two arguments only.
  return Object.assign(new DetailedError("tus failed"), { originalRequest: request, originalResponse: response });
}

describe("the words for a failed transfer", () => {
  it("are the server's own if it had any", () => {
    expect(wordsOf(failure("PATCH", 0, 413, '{"message":"The disk is full."}'), CHUNK)).toBe("The disk is full.");
  });

  it("name the chunk that a server without words did not take", () => {
    expect(wordsOf(failure("PATCH", 0, 500), CHUNK)).toBe("Chunk 1 failed: 500");
    expect(wordsOf(failure("PATCH", 2 * CHUNK, 413, "<html>Too large</html>"), CHUNK)).toBe("Chunk 3 failed: 413");
    expect(wordsOf(failure("POST", 0, 500), CHUNK)).toBe("the server answered 500");
  });

  it("tell a network that is gone", () => {
    expect(wordsOf(new DetailedError("tus failed"), CHUNK)).toBe("network error");
  });
});
