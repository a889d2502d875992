import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearedSessionCookie, readCredential, sessionCookie } from "./cookie";

const read = (headers: Record<string, string>) => readCredential({ headers: new Headers(headers) });

describe("readCredential", () => {
  it.each([
    [{}, null],
    [{ cookie: "" }, null],
    [{ cookie: "theme=dark" }, null],
    [{ cookie: "sea-vision.session=" }, null],
    [{ cookie: "sea-vision.session=abc" }, { token: "abc", source: "cookie" }],
    [{ cookie: "theme=dark;sea-vision.session=abc ; x" }, { token: "abc", source: "cookie" }],
    [{ cookie: 'sea-vision.session="abc"' }, { token: "abc", source: "cookie" }],
    [{ cookie: "not-sea-vision.session=abc" }, null],
    // The cookie of a longer path, which another page set, comes first.
    [{ cookie: "sea-vision.session=planted; sea-vision.session=ours" }, { token: "ours", source: "cookie" }],
    [{ authorization: "Bearer abc" }, { token: "abc", source: "bearer" }],
    [{ authorization: "bearer   abc  " }, { token: "abc", source: "bearer" }],
    [
      { authorization: "Bearer abc", cookie: "sea-vision.session=other" },
      { token: "abc", source: "bearer" },
    ],
    // A cookie does not replace an invalid bearer token. It would bypass the cross-site rule.
    [
      { authorization: "Bearer ", cookie: "sea-vision.session=abc" },
      { token: "", source: "bearer" },
    ],
    // A proxy in front may use Basic authentication of its own.
    [
      { authorization: "Basic YTpi", cookie: "sea-vision.session=abc" },
      { token: "abc", source: "cookie" },
    ],
  ])("reads %j as %j", (headers, credential) => expect(read(headers)).toEqual(credential));
});

describe("the cookie on http", () => {
  it("is unavailable to scripts and to posts of other sites", () => {
    expect(sessionCookie("abc")).toBe("sea-vision.session=abc; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax");
    expect(clearedSessionCookie()).toBe("sea-vision.session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
  });
});

describe("the cookie on https", () => {
  beforeEach(() => {
    vi.resetModules();
    vi.stubEnv("APP_ORIGIN", "https://maps.example.org");
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  it("is sent over TLS only and can't be set by another host", async () => {
    const https = await import("./cookie");
    expect(https.sessionCookie("abc")).toBe("__Host-sea-vision.session=abc; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Lax");
    const headers = new Headers({ cookie: "sea-vision.session=planted; __Host-sea-vision.session=ours" });
    expect(https.readCredential({ headers })).toEqual({ token: "ours", source: "cookie" });
  });
});
