import { expect, it } from "vitest";
import { requestIdOf } from "./requests";

it("requestIdOf returns the X-Request-Id of a trusted proxy and a new id for anything else", () => {
  const headers = { "x-request-id": "from-a.proxy_1" };
  expect(requestIdOf({ headers }, 1)).toBe("from-a.proxy_1");
  for (const [given, proxies] of [
    ["from-a.proxy_1", 0],
    ["", 1],
    ["x".repeat(65), 1],
    ["two words", 1],
    ['"}', 1],
  ] as const) {
    expect(requestIdOf({ headers: { "x-request-id": given } }, proxies)).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
  }
});
