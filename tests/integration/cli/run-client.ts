import { type ChildProcess, execFile, spawn } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";

/** A machine with the bundled client in an empty folder. */
export interface Machine {
  folder: string;
  bundle: string;
  run(parameters: string[], environment?: Record<string, string>, input?: string): Promise<Ended>;
  start(parameters: string[], environment?: Record<string, string>, input?: string): { process: ChildProcess; ended: Promise<Ended> };
  remove(): Promise<void>;
}

export interface Ended {
  code: number | null;
  out: string;
  seen: string;
}

export async function newMachine(): Promise<Machine> {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-cli-"));
  const bundle = path.join(folder, "sea-vision.mjs");
  const root = path.resolve(import.meta.dirname, "../../..");
  await promisify(execFile)(process.execPath, [path.join(root, "scripts/bootstrap.mjs"), "build:cli"]);
  await copyFile(path.join(root, "cli/dist/sea-vision.mjs"), bundle);
  const start: Machine["start"] = (parameters, environment = {}, input = "") => {
    const home = { HOME: folder, XDG_CONFIG_HOME: path.join(folder, "config"), XDG_CACHE_HOME: path.join(folder, "cache") };
    const child = spawn(process.execPath, [bundle, ...parameters], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "", NODE_ENV: "test", ...home, ...environment },
    });
    child.stdin.end(input);
    const ended = Promise.all([
      new Promise<number | null>((resolve) => child.once("close", resolve)),
      text(child.stdout),
      text(child.stderr),
    ]).then(([code, out, seen]) => ({ code, out, seen }));
    return { process: child, ended };
  };
  return {
    folder,
    bundle,
    start,
    run: (parameters, environment, input) => start(parameters, environment, input).ended,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Parses the result that `--json` prints. */
export function resultOf({ out, seen }: Ended): Record<string, unknown> {
  try {
    return JSON.parse(out) as Record<string, unknown>;
  } catch {
    throw new Error(`No result: ${out}\n${seen}`);
  }
}
