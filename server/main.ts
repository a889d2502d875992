import path from "node:path";
import type { SeedResult } from "../prisma/seed";
import { openEmbedded } from "./database/embedded";
import { metricsPorts } from "./observe/metrics-ports";
import { announcement } from "./supervisor/announcement";
import { lockDataDir } from "./supervisor/lock";
import { checkPorts } from "./supervisor/ports";
import { startPreparation } from "./supervisor/preparation";
import { during, say } from "./supervisor/say";
import { demoIsWanted, openDataDir, readSettings } from "./supervisor/settings";
import { Shutdown } from "./supervisor/shutdown";
import { SupervisedProcess } from "./supervisor/supervised-process";

export interface Supervisor {
  /** Starts one process anew, as after a change of its code. */
  restart(name: string): void;
}

export interface MainOptions {
  /** Absolute path of the folder with web.js, maps.js and worker.js. */
  bundleFolder: string;
}

/** Opens the embedded database unless there is one already. */
async function openDatabase(dataDir: string, shutdown: Shutdown): Promise<void> {
  if (process.env.DATABASE_URL) return;
  const opening = openEmbedded({ dataDir });
  // Told to stop while it is still starting, the database is stopped as soon as it has started.
  shutdown.add(async () => (await opening.catch(() => undefined))?.stop());
  process.env.DATABASE_URL = (await opening).url;
}

async function prepareDatabase(bundleFolder: string, isDemoWanted: boolean, shutdown: Shutdown): Promise<SeedResult> {
  const preparation = startPreparation(path.join(bundleFolder, "prepare.js"), isDemoWanted);
  shutdown.add(async () => {
    preparation.cancel();
    await preparation.done.catch(() => undefined);
  });
  const result = await preparation.done;
  // Nobody but the first run needs it.
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

async function start({ bundleFolder }: MainOptions, shutdown: Shutdown): Promise<Supervisor> {
  const dataDir = await openDataDir();
  process.env.DATA_DIR = dataDir;
  // The lock is for the embedded database; with another one, several hosts may share the folder, where process numbers say nothing.
  if (!process.env.DATABASE_URL) shutdown.add(await lockDataDir(dataDir));
  const settings = await readSettings(dataDir);
  await checkPorts([
    { variable: "PORT", port: settings.port },
    { variable: "MAPS_PORT", port: settings.mapsPort },
    ...metricsPorts(settings.metrics),
  ]);
  const isDemoWanted = demoIsWanted();
  await during("Starting the database", () => openDatabase(dataDir, shutdown));
  const seeded = await during("Preparing the database", () => prepareDatabase(bundleFolder, isDemoWanted, shutdown));
  say("Starting web, maps and worker …");
  const processes = await startProcesses(bundleFolder, shutdown);
  say(announcement(settings.appOrigin, dataDir, seeded));
  return { restart: (name) => processes.get(name)?.restart() };
}

/**
 * Starts the product and keeps it running: the database, then web, maps and worker.
 * Ends the process, with everything undone, when it cannot start or is told to stop.
 */
export async function main(options: MainOptions): Promise<Supervisor> {
  const shutdown = new Shutdown();
  try {
    return await start(options, shutdown);
  } catch (error) {
    if (!shutdown.isUnderWay) process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
    return shutdown.end(1);
  }
}
