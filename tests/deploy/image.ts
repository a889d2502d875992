/**
 * Does what `docker build` would do, without Docker: each COPY and RUN of the Dockerfile, stage by stage, in folders of their own,
 * with what .dockerignore lets in. Prints where the product stage is: npx tsx tests/deploy/image.ts <empty folder>
 */
import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { readStages, type Stage } from "./dockerfile";

/** Of another system than the image's: packages of Debian, and folders outside of /app. */
const LEFT_OUT = /apt-get|install --directory/;

function run(commands: string, cwd: string): void {
  process.stdout.write(`RUN ${commands}\n`);
  execFileSync("sh", ["-ec", commands], {
    cwd,
    stdio: "inherit",
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: process.env.NODE_ENV },
  });
}

/** What Docker would be sent: the committed files that .dockerignore does not leave out. */
async function makeContext(folder: string): Promise<void> {
  const rules = (await readFile(".dockerignore", "utf8")).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const allowed = rules.flatMap((rule) => (rule.startsWith("!") ? [rule.slice(1)] : []));
  await mkdir(folder, { recursive: true });
  execFileSync("sh", ["-ec", `git archive HEAD ${allowed.join(" ")} | tar -x -C ${folder}`]);
  for (const rule of rules.filter((one) => one.startsWith("**/*"))) {
    execFileSync("find", [folder, "-name", rule.slice("**/".length), "-delete"]);
  }
}

async function copy(argument: string, { context, stages, stage }: { context: string; stages: string; stage: string }): Promise<void> {
  process.stdout.write(`COPY ${argument}\n`);
  const [, from, rest = argument] = /^--from=(\S+) (.*)$/.exec(argument) ?? [];
  const places = rest.split(" ");
  const target = path.join(stage, places.at(-1) ?? "");
  for (const place of places.slice(0, -1)) {
    const source = from ? path.join(stages, from, place.replace(/^\/app\//, "")) : path.join(context, place);
    const isInto = places.at(-1)?.endsWith("/") && place !== ".";
    await cp(source, isInto ? path.join(target, path.basename(place)) : target, { recursive: true, verbatimSymlinks: true });
  }
}

async function makeStage({ name, steps }: Stage, folder: string): Promise<void> {
  process.stdout.write(`── ${name}\n`);
  const places = { context: path.join(folder, "context"), stages: folder, stage: path.join(folder, name) };
  await mkdir(places.stage);
  for (const { instruction, argument } of steps) {
    if (instruction === "COPY") await copy(argument, places);
    if (instruction === "RUN" && !LEFT_OUT.test(argument)) run(argument, places.stage);
  }
}

const folder = path.resolve(process.argv[2] ?? "");
await makeContext(path.join(folder, "context"));
const stages = await readStages("Dockerfile");
for (const stage of stages) await makeStage(stage, folder);
process.stdout.write(`${path.join(folder, stages.at(-1)?.name ?? "")}\n`);
