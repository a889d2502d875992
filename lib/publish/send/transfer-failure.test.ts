import { DetailedError, type HttpRequest, type HttpResponse } from "tus-js-client";
import { describe, expect, it } from "vitest";
import { classifyFailure, reasonOf, transferErrorMessage } from "./transfer-failure";

describe("classifyFailure", () => {
  it.each([
    [0, "network"],
    [400, "refused"],
    [401, "session"],
    [403, "refused"],
    [404, "gone"],
    [408, "busy"],
    [409, "busy"],
    [410, "gone"],
    [413, "refused"],
    [423, "busy"],
    [429, "busy"],
    [500, "refused"],
    [502, "away"],
    [503, "away"],
    [504, "away"],
    [507, "refused"],
  ] as const)("classifies %d as %s", (status, failure) => {
    expect(classifyFailure(status)).toBe(failure);
  });
});

describe("reasonOf", () => {
  it.each([
    ['{"message":"Not now."}', "Not now."],
    ['{"success":false,"error":"Too large."}', "Too large."],
    ['{"code":7}', null],
    ["Upload-Offset header required\n", "Upload-Offset header required"],
    ["<html><body>Bad gateway</body></html>", null],
    ["x".repeat(301), null],
    ["  ", null],
  ])("returns the message in %j", (body, reason) => {
    expect(reasonOf(body)).toBe(reason);
  });
});

const CHUNK = 5 * 1024 * 1024;

/** Returns the error that tus-js-client reports for an answered request. */
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
  // The types of the constructor accept only two arguments.
  return Object.assign(new DetailedError("tus failed"), { originalRequest: request, originalResponse: response });
}

describe("transferErrorMessage", () => {
  it("returns the message of the server", () => {
    expect(transferErrorMessage(failure("PATCH", 0, 413, '{"message":"The disk is full."}'), CHUNK)).toBe("The disk is full.");
  });

  it("names the rejected chunk when the server has no message", () => {
    expect(transferErrorMessage(failure("PATCH", 0, 500), CHUNK)).toBe("Chunk 1 failed: 500");
    expect(transferErrorMessage(failure("PATCH", 2 * CHUNK, 413, "<html>Too large</html>"), CHUNK)).toBe("Chunk 3 failed: 413");
    expect(transferErrorMessage(failure("POST", 0, 500), CHUNK)).toBe("the server answered 500");
  });

  it("reports a network error without an answer", () => {
    expect(transferErrorMessage(new DetailedError("tus failed"), CHUNK)).toBe("network error");
  });
});
