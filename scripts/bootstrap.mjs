#!/usr/bin/env node
/** Entry of every npm command, also on a fresh clone: needs only Node, and installs the packages first. */
import { existsSync } from "node:fs";
import path from "node:path";
import { generate } from "./bootstrap/generate.mjs";
import { install } from "./bootstrap/install.mjs";
import { requireNode } from "./bootstrap/node-version.mjs";
import { oneAtATime } from "./bootstrap/one-at-a-time.mjs";

const startAlone = (name) => import("./bootstrap/start.mjs").then((start) => start.startAlone(name));
const runCommand = (name) => import("./bootstrap/start.mjs").then((start) => start.runCommand(name));

const commands = {
  start: () => import("./bootstrap/start.mjs").then(({ start }) => start()),
  dev: () => import("./bootstrap/dev.mjs").then(({ dev }) => dev()),
  build: () => import("./bootstrap/build.mjs").then(({ build }) => build()),
  "build:cli": () => import("./bootstrap/client.mjs").then(({ buildClient }) => oneAtATime(buildClient)),
  web: startAlone,
  maps: startAlone,
  worker: startAlone,
  migrate: runCommand,
  doctor: runCommand,
  backup: runCommand,
  restore: runCommand,
  admin: runCommand,
  check: () => import("./bootstrap/check.mjs").then(({ check }) => check()),
  format: () => import("./bootstrap/check.mjs").then(({ format }) => format()),
  test: () => import("./bootstrap/test.mjs").then(({ test }) => test(process.argv.slice(3))),
};

/** Commands that need the development packages. */
const needTools = ["check", "format", "test"];

requireNode();
process.chdir(path.resolve(import.meta.dirname, ".."));
if (existsSync(".env")) process.loadEnvFile(".env");

const name = process.argv[2] ?? "";
if (!Object.hasOwn(commands, name)) {
  console.error(`Usage: node scripts/bootstrap.mjs ${Object.keys(commands).join("|")}`);
  process.exit(2);
}
try {
  await oneAtATime(async () => {
    await install(needTools.includes(name));
    await generate();
  });
  await commands[name](name);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
