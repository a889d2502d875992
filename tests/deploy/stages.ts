import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Stage } from "./dockerfile";

/** Specific to the image's system: Debian packages, and folders outside of /app. */
const LEFT_OUT = /apt-get|install --directory/;

function run(commands: string, cwd: string): void {
  process.stdout.write(`RUN ${commands}\n`);
  execFileSync("sh", ["-ec", commands], {
    cwd,
    stdio: "inherit",
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: process.env.NODE_ENV },
  });
}

/** Copies Docker's build context: the committed files that .dockerignore admits. */
export async function makeContext(folder: string): Promise<void> {
  const rules = (await readFile(".dockerignore", "utf8")).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const allowed = rules.flatMap((rule) => (rule.startsWith("!") ? [rule.slice(1)] : []));
  await mkdir(folder, { recursive: true });
  execFileSync("sh", ["-ec", `git archive HEAD ${allowed.join(" ")} | tar -x -C ${folder}`]);
  for (const rule of rules.filter((one) => one.startsWith("**/*"))) {
    execFileSync("find", [folder, "-name", rule.slice("**/".length), "-delete"]);
  }
}

/** Folders of the stages and of the context. */
interface Places {
  context: string;
  stages: string;
  stage: string;
}

async function copy(argument: string, { context, stages, stage }: Places): Promise<void> {
  process.stdout.write(`COPY ${argument}\n`);
  const [, from, rest = argument] = /^--from=(\S+) (.*)$/.exec(argument) ?? [];
  const places = rest.split(" ");
  const target = path.join(stage, places.at(-1) ?? "");
  for (const place of places.slice(0, -1)) {
    // This machine's programs replace the base image.
    if (from && !place.startsWith("/app/")) continue;
    const source = from ? path.join(stages, from, place.replace(/^\/app\//, "")) : path.join(context, place);
    const isInto = places.at(-1)?.endsWith("/") && place !== ".";
    await cp(source, isInto ? path.join(target, path.basename(place)) : target, { recursive: true, verbatimSymlinks: true });
  }
}

/** Runs a stage's COPY and RUN steps one by one. Skips a stage that exists already. */
export async function makeStage({ name, steps }: Stage, folder: string): Promise<void> {
  const places: Places = { context: path.join(folder, "context"), stages: folder, stage: path.join(folder, name) };
  if (existsSync(places.stage)) return;
  process.stdout.write(`── ${name}\n`);
  await mkdir(places.stage);
  for (const { instruction, argument } of steps) {
    if (instruction === "COPY") await copy(argument, places);
    if (instruction === "RUN" && !LEFT_OUT.test(argument)) run(argument, places.stage);
  }
}

/** Returns the variables that a stage sets. */
export function variablesOf({ steps }: Stage): Record<string, string> {
  const pairs = steps.filter(({ instruction }) => instruction === "ENV").flatMap(({ argument }) => argument.split(" "));
  // A value may have = as well.
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2) as [string, string]));
}
