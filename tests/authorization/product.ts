import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { freePort } from "../../server/database/free-port";
import { until } from "../setup/until";
import { Client } from "./ask";

interface Ports {
  app: number;
  maps: number;
}

/** The built web and maps processes, on this test file's own database and DATA_DIR. */
export interface RunningProduct extends Pick<Client, "ask" | "answers"> {
  ports: Readonly<Ports>;
  /** Log lines of both processes. */
  logged: readonly string[];
  close(): Promise<void>;
}

function start(name: "web" | "maps", settings: Record<string, string>, logged: string[]): ChildProcess {
  const child = spawn(process.execPath, ["--enable-source-maps", `dist/${name}.js`], {
    env: { ...process.env, NODE_ENV: "production", SEA_VISION_PROCESS: name, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  createInterface({ input: child.stdout }).on("line", (line) => logged.push(line));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** Resolves when both processes answer. @param settingsFor returns environment variables that replace the usual ones */
export async function startProduct(
  settingsFor: Record<string, string> | ((ports: Ports) => Record<string, string>) = {},
): Promise<RunningProduct> {
  const app = await freePort(2);
  const ports = { app, maps: app + 1 };
  const settings = typeof settingsFor === "function" ? settingsFor(ports) : settingsFor;
  const usual = { PORT: String(ports.app), MAPS_PORT: String(ports.maps), TRUSTED_PROXIES: "1", LOG_LEVEL: "error" };
  const logged: string[] = [];
  const children = (["web", "maps"] as const).map((name) => start(name, { ...usual, ...settings }, logged));
  const client = new Client(ports);
  const statusOf = (path: string, on?: "maps") =>
    client.ask(path, { on }).then(
      ({ status }) => status,
      () => 0,
    );
  let statuses: readonly number[] = [];
  const areReady = async () => {
    statuses = [await statusOf("/api/health"), await statusOf("/healthz", "maps")];
    return statuses.every((status) => status === 200);
  };
  await until("both processes answer", areReady, 120_000).catch((error: Error) => {
    const ends = children.map(({ exitCode, signalCode }) => exitCode ?? signalCode ?? "running");
    for (const child of children) child.kill("SIGKILL");
    throw new Error(`${error.message}: answers ${statuses}, processes ${ends}\n${logged.slice(-20).join("\n")}`);
  });
  return {
    ports,
    logged,
    ask: client.ask,
    answers: client.answers,
    async close() {
      client.close();
      await Promise.all(children.map(end));
    },
  };
}
