import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePort } from "./free-port";

async function listenOn(port: number) {
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

it("freePort returns random ports below the range of outgoing connections", async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000);
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(new Set(ports).size).toBeGreaterThan(40);
});

it("freePort returns the first of several consecutive free ports", async () => {
  const first = await freePort(3);
  const servers = [await listenOn(first), await listenOn(first + 1), await listenOn(first + 2)];
  for (const server of servers) server.close();
});
