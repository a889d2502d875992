/**
 * Follows docs/deploy.md and docs/backup.md literally: from an empty folder to a map behind nginx, to the next release while clients
 * read the map, and to a restored backup. Run with npm run test:deploy. With --built, the product of this clone is copied instead of
 * built again.
 */
import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type Nginx, startNginx } from "../cluster/nginx";
import { signIn } from "../faults/access";
import { type Access, Journey } from "../faults/journey";
import { createMapArchive, type MapArchive } from "../faults/map-archive";
import { Random } from "../faults/random";
import { removeBucket } from "../services/bucket";
import { readBlocks } from "./blocks";
import { lacks, Sandbox } from "./sandbox";
import { standInForSystemctl } from "./systemctl";
import { Units } from "./units";

const BUCKET = "sea-vision";
const isBuilt = process.argv.includes("--built");

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Replaces git clone: copies the committed files, or the built product. */
async function download(to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  if (!isBuilt) execFileSync("sh", ["-c", `git archive HEAD | tar -x -C ${to}`]);
  else {
    const made = ["dist", ".next", "docs", "prisma", "public", "scripts", "package.json", "package-lock.json", "next.config.mjs"];
    execFileSync("cp", ["-a", ...made, to]);
    execFileSync("cp", ["-al", path.resolve("node_modules"), to]);
  }
}

/** In one request, which the proxy must pass on. */
async function publish({ origin, headers }: Access, { zip }: MapArchive, name: string): Promise<void> {
  const form = new FormData();
  form.set("projectName", name);
  form.set("description", "");
  form.set("zipFile", new Blob([new Uint8Array(zip)], { type: "application/zip" }), "site.zip");
  const answer = await fetch(`${origin}/upload-zip-direct`, { method: "POST", headers, body: form });
  if (!answer.ok) throw new Error(`The map was refused (${answer.status}): ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Starts nginx with the page's own file, except for this machine's certificates. */
async function standInForNginx(sandbox: Sandbox): Promise<void> {
  const folder = path.join(sandbox.folder, "etc/nginx");
  await sandbox.standIn(
    "nginx",
    `set -eu
[ "$*" = -t ]
cd ${folder}
for host in sea-vision.example.com maps.example.net; do
  openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj "/CN=$host" -keyout "$host.key" -out "$host.crt" 2> openssl.log
done
sed 's#/etc/ssl/#${folder}/#' sea-vision.conf > checked.inc
echo 'events {} http { access_log off; include ${folder}/checked.inc; }' > checked.conf
exec /usr/sbin/nginx -t -e ${folder}/error.log -g 'pid ${folder}/checked.pid;' -p ${folder} -c ${folder}/checked.conf`,
  );
}

/** Reads a map again and again until another task is done. */
async function readMeanwhile(journey: Journey, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => undefined);
  while (!isDone) await journey.look();
  await done;
}

async function expectMetrics({ ports }: Sandbox): Promise<void> {
  for (const port of Object.values(ports.metrics)) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const { status } = await fetch(`http://127.0.0.1:${port}/health/ready`);
    if (status !== 200 || !metrics.includes("nodejs_eventloop_lag_seconds"))
      throw new Error(`No metrics, or not ready (${status}): ${port}`);
  }
}

async function expectRelease(units: Units, folder: string): Promise<void> {
  const strangers = [...(await units.folders())].filter(([, cwd]) => cwd !== folder);
  if (strangers.length > 0) throw new Error(`Not in ${folder}: ${strangers.join("; ")}`);
}

async function follow(sandbox: Sandbox, units: Units): Promise<void> {
  const blocks = new Map([...(await readBlocks("docs/deploy.md")), ...(await readBlocks("docs/backup.md"))]);
  const run = (name: string, typed?: string) => {
    const block = blocks.get(name);
    if (!block) throw new Error(`No page has a block ${name} any more.`);
    say(`── ${name}`);
    return sandbox.shell(block, typed);
  };
  const [first, second] = [1, 2].map((number) => sandbox.place(`/opt/sea-vision/releases/${number}`));
  if (!first || !second) throw new Error("There is no folder for releases.");
  await download(first);
  if (!isBuilt) await run("build");
  await sandbox.fillInFiles(first);
  await run("first-release");
  await run("role", `${sandbox.rolePassword}\n${sandbox.rolePassword}\n`);
  await run("database");
  await run("settings");
  const printed = await run("migrate");
  const [, password = ""] = /^\s*superadmin\s+\S+\s+(\S+)$/m.exec(printed) ?? [];
  if (!password) throw new Error(`No password was printed:\n${printed}`);
  await run("services");
  await expectRelease(units, first);
  await run("proxy");
  await run("look");

  const origin = `http://localhost:${sandbox.ports.app}`;
  const access = await signIn(origin, "you@example.com", password);
  const archive = createMapArchive(new Random(7));
  const journey = new Journey(access, archive, "Harbour");
  say("── a map is published and read");
  await publish(access, archive, "Harbour");
  await journey.look();

  await run("metrics");
  // The same commit: this tests the steps, not the release.
  execFileSync("cp", ["-al", first, second]);
  let upgraded = "";
  const upgrade = run("upgrade").then((text) => {
    upgraded = text;
  });
  await readMeanwhile(journey, upgrade);
  say(upgraded);
  await expectRelease(units, second);
  await expectMetrics(sandbox);

  await run("backup");
  await units.stopAll();
  say("── everything is lost");
  await sandbox.onServer("DROP DATABASE sea_vision WITH (FORCE)", "DROP ROLE sea_vision");
  await removeBucket(sandbox.swift, BUCKET);
  await run("role", `${sandbox.rolePassword}\n${sandbox.rolePassword}\n`);
  await run("database");
  await sandbox.shell("cd /opt/sea-vision/current\nwith-sea-vision node scripts/image/create-bucket.mjs");
  say(await run("restore"));
  await run("services");
  const again = new Journey(await signIn(origin, "you@example.com", password), archive, "Harbour");
  await again.look();
  const violations = [...journey.violations, ...again.violations];
  if (violations.length > 0) throw new Error(violations.join("\n"));
  say("The pages lead to a running system, to the next release, and back to one from a backup.");
}

const missing = ["rclone", "curl", "openssl", "/usr/sbin/nginx", "/usr/lib/postgresql/15/bin/postgres"].filter(lacks);
if (missing.length > 0) throw new Error(`Not on this machine: ${missing.join(", ")}`);
const sandbox = await Sandbox.open();
const units = new Units(sandbox.place("/etc/systemd/system"));
let nginx: Nginx | undefined;
await standInForNginx(sandbox);
const endSystemctl = await standInForSystemctl(sandbox, units, async () => {
  nginx ??= await startNginx(sandbox.folder, sandbox.ports);
});
try {
  await follow(sandbox, units);
} catch (error) {
  say(units.log);
  throw error;
} finally {
  await nginx?.stop();
  await units.stopAll().catch((error: unknown) => say(String(error)));
  endSystemctl();
  await sandbox.close();
}
