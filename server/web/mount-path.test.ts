import { describe, expect, it } from "vitest";
import { matchMount } from "./mount-path";

const FILES = "/api/files/[project]/files";

describe("matchMount", () => {
  it.each([
    ["/files", "/files", true],
    ["/files", "/files/", true],
    ["/files", "/files/abc", true],
    ["/files", "/filesystem", false],
    ["/files", "/Files", false],
    ["/files", "//files", false],
    [FILES, "/api/files/harbour/files", true],
    [FILES, "/api/files/[project]/files", true],
    [FILES, "/api/files/../files", true],
    [FILES, "/api/files/files", false],
    [FILES, "/api/files//files", false],
    [FILES, "/api/files/harbour/files/", false],
    [FILES, "/api/files/harbour/files/x", false],
    [FILES, "/api/files/harbour/browse", false],
    [FILES, "/api/files/a/b/files", false],
    [FILES, "/api/Files/harbour/files", false],
    [FILES, "//api/files/harbour/files", false],
    [FILES, "/api/files/harbour/file%73", false],
    [FILES, "/", false],
  ])("returns for %s and %s: %s", (mount, path, isMet) => {
    expect(matchMount(mount, path) !== null).toBe(isMet);
  });

  it.each([
    ["harbour", "harbour"],
    ["Port%20of%20Call", "Port of Call"],
    ["a%2Fb", "a/b"],
    ["%2e%2e%2f", "../"],
    ["%252e%252e", "%2e%2e"],
    ["..%5c", "..\\"],
    ["H%C3%A4fen", "Häfen"],
    // Some clients send the bytes unescaped.
    [Buffer.from("Häfen").toString("latin1"), "Häfen"],
    ["__proto__", "__proto__"],
  ])("decodes the segment %s once", (segment, project) => {
    expect(matchMount(FILES, `/api/files/${segment}/files`)?.()).toEqual({ project });
  });

  it.each(["%", "%ff", "%c3%28", "%00", "a%00b", "%0d%0aX: y", "%7f", "\xff"])("rejects the segment %j", (segment) => {
    expect(matchMount(FILES, `/api/files/${segment}/files`)).toThrow(expect.objectContaining({ status: 400 }));
  });
});
