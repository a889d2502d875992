#!/usr/bin/env node
/**
 * The one entry of every npm command. It needs nothing but Node, so that it works on a fresh clone:
 * what is missing (packages, generated code, a build) it makes first, and only then.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { generate } from "./bootstrap/generate.mjs";
import { install } from "./bootstrap/install.mjs";
import { requireNode } from "./bootstrap/node-version.mjs";
import { oneAtATime } from "./bootstrap/one-at-a-time.mjs";

/** Each command's own file loads only after the packages are there, for it may import them. */
const commands = {
  start: () => import("./bootstrap/start.mjs").then(({ start }) => start()),
  dev: () => import("./bootstrap/dev.mjs").then(({ dev }) => dev()),
  build: () => import("./bootstrap/build.mjs").then(({ build }) => build()),
  "build:cli": () => import("./bootstrap/client.mjs").then(({ buildClient }) => oneAtATime(buildClient)),
  web: () => import("./bootstrap/start.mjs").then(({ startAlone }) => startAlone("web")),
  maps: () => import("./bootstrap/start.mjs").then(({ startAlone }) => startAlone("maps")),
  worker: () => import("./bootstrap/start.mjs").then(({ startAlone }) => startAlone("worker")),
  migrate: () => import("./bootstrap/migrate.mjs").then(({ migrate }) => migrate()),
  doctor: () => import("./bootstrap/doctor.mjs").then(({ doctor }) => doctor()),
  backup: () => import("./bootstrap/backup.mjs").then(({ runBackup }) => runBackup("backup")),
  restore: () => import("./bootstrap/backup.mjs").then(({ runBackup }) => runBackup("restore")),
  admin: () => import("./bootstrap/admin.mjs").then(({ admin }) => admin()),
  check: () => import("./bootstrap/check.mjs").then(({ check }) => check()),
  "test:s3": () => import("./bootstrap/test.mjs").then(({ test }) => test(["s3"])),
  "test:cluster": () => import("./bootstrap/test-cluster.mjs").then(({ testCluster }) => testCluster(process.argv.slice(3))),
  test: () => import("./bootstrap/test.mjs").then(({ test }) => test(process.argv.slice(3))),
};

requireNode();
process.chdir(path.resolve(import.meta.dirname, ".."));
if (existsSync(".env")) process.loadEnvFile(".env");

const command = commands[process.argv[2] ?? ""];
if (!command) {
  console.error(`Usage: node scripts/bootstrap.mjs ${Object.keys(commands).join("|")}`);
  process.exit(2);
}
try {
  await oneAtATime(async () => {
    await install();
    await generate();
  });
  await command();
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
