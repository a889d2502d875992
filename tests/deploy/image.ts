/**
 * Runs the steps of `docker build` and `docker compose up` without Docker. Each COPY and RUN of the Dockerfile runs in its stage's own
 * folder, with the files that .dockerignore admits. Then migrate, web, maps, worker and backup run from the last stages only, as a user
 * without rights: npx tsx tests/deploy/image.ts <empty folder>. Existing stages of the folder are used again.
 */
import { execFileSync } from "node:child_process";
import { chmod, chown, mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseEnv } from "node:util";
import { signIn } from "../faults/access";
import { Journey } from "../faults/journey";
import { createMapArchive } from "../faults/map-archive";
import { Random } from "../faults/random";
import { Containers } from "./containers";
import { readStages } from "./dockerfile";
import { NOBODY, Sandbox } from "./sandbox";
import { makeContext, makeStage, variablesOf } from "./stages";

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Creates a folder that the containers' user may write to, like a volume. */
async function makeVolume(sandbox: Sandbox, name: string): Promise<string> {
  const volume = path.join(sandbox.folder, name);
  await mkdir(volume, { mode: 0o700 });
  if (process.getuid?.() === 0) await chown(volume, NOBODY, NOBODY);
  return volume;
}

/** The settings that compose-env.sh creates, with this machine's addresses. */
async function readSettings(sandbox: Sandbox): Promise<Record<string, string>> {
  const script = path.resolve("docs/deploy/compose-env.sh");
  execFileSync("sh", [script, "sea-vision.example.com", "*.maps.example.net", "you@example.com"], { cwd: sandbox.folder });
  const made = parseEnv(await readFile(path.join(sandbox.folder, "compose-env/product.env"), "utf8"));
  const password = new URL(made.DATABASE_URL ?? "").password;
  await sandbox.onServer(`CREATE ROLE sea_vision LOGIN PASSWORD '${password}'`, "CREATE DATABASE sea_vision OWNER sea_vision");
  const { endpoint, accessKeyId, secretAccessKey } = sandbox.swift;
  return {
    ...(made as Record<string, string>),
    APP_ORIGIN: `http://localhost:${sandbox.ports.app}`,
    MAPS_ORIGIN: `http://*.localhost:${sandbox.ports.maps}`,
    TRUSTED_PROXIES: "0",
    DATABASE_URL: `postgresql://sea_vision:${password}@${sandbox.server}/sea_vision`,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

/** The command of the service `backup`, without compose.yaml's escapes. */
async function readBackupCommand(): Promise<string> {
  const [, block = ""] = /- --while\n {6}- \|\n((?: {8}.*\n)+)/.exec(await readFile("compose.yaml", "utf8")) ?? [];
  if (!block) throw new Error("compose.yaml has no command for the service backup any more.");
  return block.replaceAll("$$", "$");
}

async function runProduct(sandbox: Sandbox, folder: string): Promise<void> {
  const [product, backup] = (await readStages("Dockerfile")).filter(({ name }) => ["product", "backup"].includes(name)).reverse();
  if (product?.name !== "product" || !backup) throw new Error("The Dockerfile has unexpected stages.");
  const settings = await readSettings(sandbox);
  const data = await makeVolume(sandbox, "data");
  const env = { ...variablesOf(product), ...settings, DATA_DIR: data };
  const containers = new Containers(path.join(folder, "product"), env);
  const { app, maps } = sandbox.ports;
  try {
    say(await containers.run(["scripts/image/create-bucket.mjs"]));
    const [, password = ""] = /^\s*superadmin\s+\S+\s+(\S+)$/m.exec(await containers.run(["dist/migrate.js"])) ?? [];
    await containers.start("web", { PORT: String(app), HEALTH_URL: `http://127.0.0.1:${app}/api/health/ready` });
    await containers.start("maps", { MAPS_PORT: String(maps), HEALTH_URL: `http://127.0.0.1:${maps}/health/ready` });
    await containers.start("worker", {});
    const access = await signIn(settings.APP_ORIGIN ?? "", "you@example.com", password);
    const journey = new Journey(access, createMapArchive(new Random(7)), "Harbour");
    await journey.upload();
    const ending = await journey.import();
    if (ending.outcome !== "project") throw new Error(ending.message);
    await journey.look();
    if (journey.violations.length > 0) throw new Error(journey.violations.join("\n"));
    const page = await (await fetch(`${settings.APP_ORIGIN}/`)).text();
    if (!page.includes("Sea-Vision")) throw new Error("The first page is not that of the product.");

    const backups = await makeVolume(sandbox, "backups");
    const command = (await readBackupCommand()).replaceAll("/backups", backups);
    const holder = new Containers(path.join(folder, "backup"), { ...variablesOf(backup), ...settings, DATA_DIR: data });
    await holder.run(["dist/backup.js", "--while", command]);
    say(`Backed up: ${(await readdir(backups, { recursive: true })).length} files.`);
    say(await containers.run(["dist/doctor.js"]));
  } finally {
    await containers.stop();
  }
}

const folder = path.resolve(process.argv[2] ?? "");
await makeContext(path.join(folder, "context"));
for (const stage of await readStages("Dockerfile")) await makeStage(stage, folder);
// Owned by root and readable for others, as in the image.
await chmod(folder, 0o755);
say(`── ${execFileSync("du", ["-sh", path.join(folder, "product")]).toString()}`);
const sandbox = await Sandbox.open();
try {
  await runProduct(sandbox, folder);
  say("The image's files are a running product.");
} finally {
  await sandbox.close();
}
