import { spawn } from "node:child_process";
import path from "node:path";
import type { SeedResult } from "../prisma/seed";
import { openEmbedded } from "./database/embedded";
import { metricsPorts } from "./observe/metrics-server";
import { announcement, printLine, printStep } from "./supervisor/announcement";
import { lockDataDir } from "./supervisor/lock";
import { offerPackages } from "./supervisor/packages";
import { checkPorts } from "./supervisor/ports";
import { demoIsWanted, openDataDir, readSettings } from "./supervisor/settings";
import { Shutdown } from "./supervisor/shutdown";
import { SupervisedProcess } from "./supervisor/supervised-process";

export interface Supervisor {
  restart(name: string): void;
}

async function openDatabase(dataDir: string, shutdown: Shutdown): Promise<void> {
  if (process.env.DATABASE_URL) return;
  const opening = openEmbedded({ dataDir });
  // A database that is still starting is stopped as soon as it has started.
  shutdown.add(async () => (await opening.catch(() => undefined))?.stop());
  process.env.DATABASE_URL = (await opening).url;
}

/** Migrates the database and fills it on the first run, in a process that ends afterwards (server/prepare.ts). */
async function prepareDatabase(bundleFolder: string, isDemoWanted: boolean, shutdown: Shutdown): Promise<SeedResult> {
  const child = spawn(process.execPath, ["--enable-source-maps", path.join(bundleFolder, "prepare.js")], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, SEED_DEMO: isDemoWanted ? "1" : "0" },
    detached: true,
  });
  const prepared = new Promise<SeedResult>((resolve, reject) => {
    child.once("message", (result) => resolve(result as SeedResult));
    child.once("error", reject);
    child.once("exit", () => reject(new Error("The database could not be prepared; the reason is above.")));
  });
  // A cancelled preparation is completed by the next start.
  shutdown.add(async () => {
    child.kill("SIGTERM");
    await prepared.catch(() => undefined);
  });
  const result = await prepared;
  // Only the first run needs it.
  delete process.env.SUPERADMIN_PASSWORD;
  return result;
}

async function startProcesses(bundleFolder: string, shutdown: Shutdown): Promise<Map<string, SupervisedProcess>> {
  const processes = ["web", "maps", "worker"].map((name) => new SupervisedProcess(path.join(bundleFolder, `${name}.js`)));
  shutdown.add(
    async () => {
      await Promise.all(processes.map((one) => one.stop()));
    },
    () => {
      for (const one of processes) one.kill();
    },
  );
  await Promise.all(processes.map((one) => one.start()));
  return new Map(processes.map((one) => [one.name, one]));
}

async function start(bundleFolder: string, shutdown: Shutdown): Promise<Supervisor> {
  const dataDir = await openDataDir();
  process.env.DATA_DIR = dataDir;
  // With an external database several hosts may share the folder, and process ids of other hosts mean nothing.
  if (!process.env.DATABASE_URL) shutdown.add(await lockDataDir(dataDir));
  const settings = await readSettings(dataDir);
  await checkPorts([
    { variable: "PORT", port: settings.port, host: settings.host },
    { variable: "MAPS_PORT", port: settings.mapsPort, host: settings.mapsHost },
    ...metricsPorts(settings.metrics),
  ]);
  const isDemoWanted = demoIsWanted();
  await printStep("Starting the database", () => openDatabase(dataDir, shutdown));
  const seeded = await printStep("Preparing the database", () => prepareDatabase(bundleFolder, isDemoWanted, shutdown));
  printLine("Starting web, maps and worker …");
  const processes = await startProcesses(bundleFolder, shutdown);
  printLine(announcement(settings, seeded));
  await offerPackages();
  return { restart: (name) => processes.get(name)?.restart() };
}

/** Starts and restarts the database, web, maps and worker. A signal or a failed start ends everything. */
export async function main({ bundleFolder }: { bundleFolder: string }): Promise<Supervisor> {
  const shutdown = new Shutdown();
  try {
    return await start(bundleFolder, shutdown);
  } catch (error) {
    if (!shutdown.isUnderWay) process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
    return shutdown.end(1);
  }
}
