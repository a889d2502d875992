/**
 * Measures the way from a fresh clone to the first map: `npm start` twice, and three times `sea-vision push` of 20,000 files.
 * Clones the last commit into a temporary folder. Exits with 1 when an aim is missed.
 * `npx tsx bench/first-start/first-start.ts [port]`. The aims are for two idle cores.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { until } from "../../tests/setup/until";
import { writeSite } from "./site";

const FILES = 20_000;
const port = Number(process.argv[2] ?? 18_140);
const origin = `http://localhost:${port}`;
const top = await mkdtemp(path.join(tmpdir(), "sea-vision-first-start-"));
const clone = path.join(top, "clone");
const site = path.join(top, "site");
const rows: { what: string; value: number; aim: number; unit: string }[] = [];

async function measure(what: string, aim: number, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work();
  rows.push({ what, value: (performance.now() - started) / 1_000, aim, unit: "s" });
}

/** Runs `npm start` until the sign-in page answers. @returns a function that stops it */
async function start(): Promise<() => Promise<void>> {
  const { NODE_ENV: _, DATABASE_URL: __, ...inherited } = process.env;
  const env: Record<string, string | undefined> = { ...inherited, PORT: String(port), MAPS_PORT: String(port + 1) };
  const child = spawn("npm", ["start"], {
    cwd: clone,
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const answers = async () => {
    if (child.exitCode !== null) throw new Error("npm start has ended.");
    return (await fetch(`${origin}/login`).catch(() => null))?.ok === true;
  };
  await until("the sign-in page answers", answers, 600_000);
  return () => {
    process.kill(-Number(child.pid), "SIGTERM");
    return ended;
  };
}

async function push(expected: string): Promise<void> {
  const signIn = stripVTControlCharacters(await readFile(path.join(clone, ".data/first-sign-in.txt"), "utf8"));
  const [, email, password] = /^\s*admin\s+(\S+)\s+(\S+)/m.exec(signIn) ?? [];
  const variables = {
    SEA_VISION_SERVER: origin,
    SEA_VISION_EMAIL: email,
    SEA_VISION_PASSWORD: password,
    XDG_CACHE_HOME: path.join(top, "cache"),
  };
  const args = [path.join(clone, "cli/dist/sea-vision.mjs"), "push", site, "--project", "First start", "--json"];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...variables }, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  for await (const text of child.stdout.setEncoding("utf8")) printed += text;
  if (JSON.parse(printed).result !== expected) throw new Error(`The push should be ${expected}: ${printed}`);
}

try {
  execFileSync("git", ["clone", "--quiet", process.cwd(), clone]);
  let stop = () => Promise.resolve();
  try {
    await measure("first npm start", 60, async () => {
      stop = await start();
    });
    const kilobytes = Number.parseInt(execFileSync("du", ["-sk", path.join(clone, "node_modules")], { encoding: "utf8" }), 10);
    rows.push({ what: "node_modules", value: kilobytes / 1_024, aim: 700, unit: "MB" });
    await stop();
    await measure("second npm start", 6, async () => {
      stop = await start();
    });
    execFileSync("npm", ["run", "build:cli"], { cwd: clone, stdio: "ignore" });
    const change = await writeSite(site, FILES);
    await push("created");
    // The first comparison fills the cache of hashes.
    await push("unchanged");
    await measure(`push of ${FILES} unchanged files`, 2, () => push("unchanged"));
    await change();
    await measure("push of one changed file", 2, () => push("replaced"));
  } finally {
    await stop();
  }
} finally {
  await rm(top, { recursive: true, force: true });
}

console.table(rows.map(({ what, value, aim, unit }) => ({ what, measured: `${value.toFixed(1)} ${unit}`, aim: `${aim} ${unit}` })));
process.exitCode = rows.every(({ value, aim }) => value <= aim) ? 0 : 1;
