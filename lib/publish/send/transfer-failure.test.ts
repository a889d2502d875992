import { describe, expect, it } from "vitest";
import { classifyFailure, reasonOf } from "./transfer-failure";

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
