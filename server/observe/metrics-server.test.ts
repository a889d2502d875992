import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openMetricsServer } from "./metrics-server";

let other: Server;
let port: number;

beforeAll(async () => {
  other = createServer((_request, response) => response.end("another's"));
  await once(other.listen(0, "127.0.0.1"), "listening");
  port = (other.address() as AddressInfo).port;
  process.env.METRICS_PORT = String(port);
});
afterAll(() => {
  delete process.env.METRICS_PORT;
  other.close();
});

it("openMetricsServer leaves the process running without metrics when the port is taken", async () => {
  await expect(openMetricsServer("web")).resolves.toBeUndefined();
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toBe("another's");
});
