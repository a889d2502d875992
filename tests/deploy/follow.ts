/**
 * Follows docs/deploy.md and docs/backup.md literally, from an empty folder to a map that is seen through nginx, and back from
 * a backup: npm run test:deploy. With --built, the product of this clone is copied instead of being built anew.
 */
import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { startNginx } from "../cluster/nginx";
import { signIn } from "../faults/access";
import { type Access, Journey } from "../faults/journey";
import { createMapArchive, type MapArchive } from "../faults/map-archive";
import { Random } from "../faults/random";
import { createBucket, removeBucket } from "../services/bucket";
import { fillIn, readBlocks } from "./blocks";
import { Instances } from "./instances";
import { Sandbox } from "./sandbox";

const BUCKET = "sea-vision";
const isBuilt = process.argv.includes("--built");

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** In the place of git clone: what is committed, or all that the build needs and has made. */
async function download(to: string): Promise<void> {
  await mkdir(to);
  if (!isBuilt) execFileSync("sh", ["-c", `git archive HEAD | tar -x -C ${to}`]);
  else
    execFileSync("cp", [
      "-a",
      ...["dist", ".next", "prisma", "public", "scripts", "package.json", "package-lock.json", "next.config.mjs"],
      to,
    ]);
  if (isBuilt) execFileSync("cp", ["-al", path.resolve("node_modules"), to]);
}

/** In one request, which the proxy must let pass whole. */
async function publish({ origin, headers }: Access, { zip }: MapArchive, name: string): Promise<void> {
  const form = new FormData();
  form.set("projectName", name);
  form.set("description", "");
  form.set("zipFile", new Blob([new Uint8Array(zip)], { type: "application/zip" }), "site.zip");
  const answer = await fetch(`${origin}/upload-zip-direct`, { method: "POST", headers, body: form });
  if (!answer.ok) throw new Error(`The map was refused (${answer.status}): ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function follow(sandbox: Sandbox): Promise<void> {
  const blocks = new Map([...(await readBlocks("docs/deploy.md")), ...(await readBlocks("docs/backup.md"))]);
  const run = (name: string, options?: { withSettings: boolean }) => {
    const block = blocks.get(name);
    if (!block) throw new Error(`No page has a block ${name} any more.`);
    say(`── ${name}`);
    return sandbox.shell(fillIn(block, sandbox.values), options);
  };
  await download(sandbox.product);
  if (!isBuilt) await run("build");
  await run("database");
  await run("settings");
  const printed = await run("migrate");
  const [, password = ""] = /^\s*superadmin\s+\S+\s+(\S+)$/m.exec(printed) ?? [];
  if (!password) throw new Error(`No password was printed:\n${printed}`);

  const instances = new Instances(sandbox);
  const startAll = async () => {
    for (const port of sandbox.ports.webs) await instances.start("web", port);
    for (const port of sandbox.ports.mapsInstances) await instances.start("maps", port);
    await instances.start("worker");
  };
  say("── the services");
  await startAll();
  const nginx = await startNginx(sandbox.folder, sandbox.ports);
  try {
    await run("look");
    const origin = `http://localhost:${sandbox.ports.app}`;
    const access = await signIn(origin, "you@example.com", password);
    const archive = createMapArchive(new Random(7));
    const journey = new Journey(access, archive, "Harbour");
    say("── a map is published and read");
    await publish(access, archive, "Harbour");
    await journey.look();

    await run("backup", { withSettings: true });
    await instances.stop();
    say("── everything is lost");
    await sandbox.onServer("DROP DATABASE sea_vision WITH (FORCE)");
    await run("database");
    await removeBucket(sandbox.swift, BUCKET);
    await createBucket(sandbox.swift, BUCKET);
    say(await run("restore", { withSettings: true }));
    await startAll();
    const again = new Journey(await signIn(origin, "you@example.com", password), archive, "Harbour");
    await again.look();
    const violations = [...journey.violations, ...again.violations];
    if (violations.length > 0) throw new Error(violations.join("\n"));
    say("The pages lead to a running system, and back to one from a backup.");
  } finally {
    await nginx.stop();
    await instances.stop();
  }
}

const sandbox = await Sandbox.open();
try {
  await follow(sandbox);
} finally {
  await sandbox.close();
}
