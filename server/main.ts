import path from "node:path";
import { disconnect } from "../lib/db";
import { migrate } from "../prisma/migrate";
import { type SeedResult, seed } from "../prisma/seed";
import { openEmbedded } from "./database/embedded";
import { announcement } from "./supervisor/announcement";
import { lockDataDir } from "./supervisor/lock";
import { checkPorts } from "./supervisor/ports";
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

/** Opens the embedded database unless there is one already, and brings it up to date. */
async function prepareDatabase(dataDir: string, shutdown: Shutdown): Promise<void> {
  let url = process.env.DATABASE_URL;
  if (!url) {
    const opening = openEmbedded({ dataDir });
    // Told to stop while it is still starting, the database is stopped as soon as it has started.
    shutdown.add(async () => (await opening.catch(() => undefined))?.stop());
    ({ url } = await opening);
    process.env.DATABASE_URL = url;
  }
  await migrate(url);
}

async function fillDatabase(demo: boolean): Promise<SeedResult> {
  const { SUPERADMIN_EMAIL, SUPERADMIN_PASSWORD } = process.env;
  try {
    return await seed({ demo, superadminEmail: SUPERADMIN_EMAIL || undefined, superadminPassword: SUPERADMIN_PASSWORD || undefined });
  } finally {
    await disconnect();
    // Nobody but the first run needs it.
    delete process.env.SUPERADMIN_PASSWORD;
  }
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
  shutdown.add(await lockDataDir(dataDir));
  const settings = await readSettings(dataDir);
  await checkPorts([
    { variable: "PORT", port: settings.port },
    { variable: "MAPS_PORT", port: settings.mapsPort },
  ]);
  const demo = demoIsWanted();
  await during("Starting the database", () => prepareDatabase(dataDir, shutdown));
  const seeded = await during("Looking after the first accounts", () => fillDatabase(demo));
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
