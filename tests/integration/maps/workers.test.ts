import { readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "@/server/database/free-port";
import { signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { cookieFor, rightOf, send } from "./map-server";
import { type PublishedMap, publishMap } from "./map-site";
import { MapsProcess } from "./maps-process";

const REQUESTS = 60;

let maps: MapsProcess;
let map: PublishedMap;
let cookie: string;
let metricsPort: number;

beforeAll(async () => {
  // The maps process uses the second port.
  metricsPort = await freePort(2);
  map = await publishMap({ "a.json": "{}" });
  cookie = cookieFor(rightOf(await signedIn("admin"), map.project));
  maps = await MapsProcess.start({
    MAPS_PROCESSES: "2",
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: "info",
    MAPS_ORIGIN: "http://localhost:3001",
  });
});
afterAll(async () => {
  await maps.stop().catch(() => undefined);
});

/** Asks on a connection of its own, which any process may take. */
async function ask(): Promise<number> {
  const agent = new Agent();
  try {
    return (await send(maps.port, agent, `/projects/maps/${map.project.safeName}/a.json`, { headers: { cookie } })).status;
  } finally {
    agent.destroy();
  }
}

async function workers(): Promise<number[]> {
  return (await readFile(`/proc/${maps.pid}/task/${maps.pid}/children`, "latin1")).split(" ").filter(Boolean).map(Number);
}

async function counted(): Promise<number> {
  // MapsProcess runs without the supervisor's ports, but with its channel.
  const text = await (await fetch(`http://127.0.0.1:${metricsPort + 1}/metrics`)).text();
  const line = text.split("\n").find((one) => one.startsWith("sea_vision_http_requests_total") && one.includes('status="2xx"'));
  return Number(line?.split(" ").at(-1) ?? 0);
}

it("two maps processes answer on one port, and the metrics and the log contain every request", async () => {
  expect(await workers()).toHaveLength(2);
  const statuses = await Promise.all(Array.from({ length: REQUESTS }, ask));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await until("all are counted", async () => (await counted()) === REQUESTS);
  await until("all are logged", () => maps.output.split('"msg":"request"').length - 1 === REQUESTS);
});

it("a maps process that is killed is replaced, and the port stays open", async () => {
  const [first = 0, second] = await workers();
  process.kill(first, "SIGKILL");
  await until("another process runs", async () => {
    const now = await workers();
    return now.length === 2 && !now.includes(first) && now.includes(second ?? 0);
  });
  expect(await ask()).toBe(200);
  await until("it is logged", () => maps.output.includes("a process of the maps ended unexpectedly"));
});

it("all maps processes end with the first one, without an error", async () => {
  expect(await maps.stop()).toBe(0);
});
