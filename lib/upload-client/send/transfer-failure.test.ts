import { DetailedError, type HttpRequest, type HttpResponse } from "tus-js-client";
import { describe, expect, it } from "vitest";
import { classifyFailure, failureOf, guardAnswer, isServerFull, reasonOf, statusOf, transferErrorMessage } from "./transfer-failure";

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

function requestOf(method: string, offset: number): HttpRequest {
  return {
    getMethod: () => method,
    getURL: () => "/files/1",
    setHeader: () => undefined,
    getHeader: (name) => (name === "Upload-Offset" ? String(offset) : undefined),
    setProgressHandler: () => undefined,
    send: () => Promise.reject(new Error("not sent")),
    abort: () => Promise.resolve(),
    getUnderlyingObject: () => null,
  };
}

function responseOf(status: number, headers: Readonly<Record<string, string>> = {}, body = ""): HttpResponse {
  return { getStatus: () => status, getHeader: (name) => headers[name], getBody: () => body, getUnderlyingObject: () => null };
}

/** Returns the error that tus-js-client reports for an answered request. */
function failure(method: string, offset: number, status: number, body = ""): DetailedError {
  const request = requestOf(method, offset);
  const response = responseOf(status, {}, body);
  // The types of the constructor accept only two arguments.
  return Object.assign(new DetailedError("tus failed"), { originalRequest: request, originalResponse: response });
}

describe("isServerFull", () => {
  it("returns true only for the answer of a full disk", () => {
    expect(isServerFull(failure("PATCH", 0, 503, '{"success":false,"message":"Full.","code":"disk_full"}'))).toBe(true);
    expect(isServerFull(failure("PATCH", 0, 503, '{"success":false,"message":"Away."}'))).toBe(false);
    expect(isServerFull(new Error("disk_full"))).toBe(false);
  });
});

describe("failureOf", () => {
  it("classifies a 409 to a creation as refused, because another project has the name", () => {
    expect(failureOf(failure("POST", 0, 409))).toBe("refused");
  });

  it("classifies a 409 to a PATCH as busy, because its offset was wrong", () => {
    expect(failureOf(failure("PATCH", 0, 409))).toBe("busy");
  });
});

describe("transferErrorMessage", () => {
  it("returns the message of the server", () => {
    expect(transferErrorMessage(failure("PATCH", 0, 413, '{"message":"The disk is full."}'), CHUNK)).toBe("The disk is full.");
  });

  it("names the rejected chunk when the server has no message", () => {
    expect(transferErrorMessage(failure("PATCH", 0, 500), CHUNK)).toBe("Chunk 1 failed: 500");
    expect(transferErrorMessage(failure("PATCH", 2 * CHUNK, 413, "<html>Too large</html>"), CHUNK)).toBe(
      "Chunk 3 failed: 413. The proxy limits the size of a request. An operator must raise client_max_body_size.",
    );
    expect(transferErrorMessage(failure("POST", 0, 500), CHUNK)).toBe("the server answered 500");
  });

  it("reports a network error without an answer", () => {
    expect(transferErrorMessage(new DetailedError("tus failed"), CHUNK)).toBe("network error");
  });
});

describe("guardAnswer", () => {
  const TUS = { "Tus-Resumable": "1.0.0" };

  /** Returns the error that tus-js-client reports for an answer that the guard throws, or null. */
  function guarded(method: string, response: HttpResponse): DetailedError | null {
    try {
      guardAnswer(requestOf(method, 0), response);
      return null;
    } catch (error) {
      return Object.assign(new DetailedError("tus failed"), { originalRequest: requestOf(method, 0), causingError: error });
    }
  }
  const statusAfter = (method: string, response: HttpResponse) => {
    const error = guarded(method, response);
    return error && statusOf(error);
  };

  it.each(["POST", "HEAD", "PATCH"])("turns a 403, 404 and 410 of a proxy to %s into a 502", (method) => {
    for (const status of [400, 403, 404, 405, 410, 412]) expect(statusAfter(method, responseOf(status))).toBe(502);
  });

  it.each([403, 404, 410, 412])("keeps a %i of our server", (status) => {
    expect(statusAfter("PATCH", responseOf(status, TUS))).toBeNull();
    expect(statusAfter("HEAD", responseOf(status, TUS))).toBe(status);
  });

  it.each([401, 413, 423, 429, 500, 502, 503])("throws a %i to HEAD, with which tus-js-client would begin a new upload", (status) => {
    expect(statusAfter("HEAD", responseOf(status))).toBe(status);
    expect(statusAfter("PATCH", responseOf(status))).toBeNull();
  });

  it("explains an answer without Upload-Offset", () => {
    for (const method of ["HEAD", "PATCH"]) {
      const error = guarded(method, responseOf(204, TUS));
      expect(error && classifyFailure(statusOf(error))).toBe("refused");
      expect(error && transferErrorMessage(error, CHUNK)).toBe("the proxy removes the header Upload-Offset. An operator must let it pass.");
      expect(guarded(method, responseOf(204, { ...TUS, "Upload-Offset": "0" }))).toBeNull();
    }
    for (const method of ["POST", "DELETE"]) expect(guarded(method, responseOf(204, TUS))).toBeNull();
  });
});
