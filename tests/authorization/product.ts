import { type ChildProcess, spawn } from "node:child_process";
import { freePort } from "../../server/database/free-port";
import { until } from "../setup/until";
import { Client } from "./ask";

/** The built product's web and maps processes, on this test file's own database and DATA_DIR. */
export interface RunningProduct extends Pick<Client, "ask" | "answers"> {
  close(): Promise<void>;
}

function start(name: "web" | "maps", ports: { app: number; maps: number }): ChildProcess {
  const env = { PORT: String(ports.app), MAPS_PORT: String(ports.maps), TRUSTED_PROXIES: "1", LOG_LEVEL: "error" };
  return spawn(process.execPath, ["scripts/bootstrap.mjs", name], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** Resolves when both processes answer. Their errors are printed among this process's. */
export async function startProduct(): Promise<RunningProduct> {
  const ports = { app: await freePort(), maps: await freePort() };
  const children = [start("web", ports), start("maps", ports)];
  const client = new Client(ports);
  const statusOf = (path: string, on?: "maps") =>
    client.ask(path, { on }).then(
      ({ status }) => status,
      () => 0,
    );
  await until(
    "both processes answer",
    async () => (await statusOf("/api/health")) === 200 && (await statusOf("/healthz", "maps")) === 200,
    120_000,
  );
  return {
    ask: client.ask,
    answers: client.answers,
    async close() {
      client.close();
      await Promise.all(children.map(end));
    },
  };
}
