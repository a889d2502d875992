import { expect, it } from "vitest";
import { requestIdOf } from "./request-id";

it("believes a trusted proxy's plain id, and nobody else's", () => {
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
