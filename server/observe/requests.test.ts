import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { requestIdOf } from "./requests";

it("requestIdOf returns the X-Request-Id of a trusted proxy and a new id for anything else", () => {
  const idOf = (given: string, remoteAddress: string) => {
    const request = { headers: { "x-request-id": given }, socket: { remoteAddress } } as unknown as IncomingMessage;
    return requestIdOf(request, (address) => address === "10.0.0.1");
  };
  expect(idOf("from-a.proxy_1", "10.0.0.1")).toBe("from-a.proxy_1");
  for (const [given, address] of [
    ["from-a.proxy_1", "10.0.0.2"],
    ["", "10.0.0.1"],
    ["x".repeat(65), "10.0.0.1"],
    ["two words", "10.0.0.1"],
    ['"}', "10.0.0.1"],
  ] as const) {
    expect(idOf(given, address)).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
  }
});
