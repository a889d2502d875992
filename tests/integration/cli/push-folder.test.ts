import { randomBytes } from "node:crypto";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { filesOfTree } from "../folder-imports/published-files";
import { commandLine } from "./command-line";
import { resultOf } from "./run-client";

const MEBIBYTE = 1024 * 1024;
const cli = commandLine();
let names = 0;

type Files = Record<string, string | Buffer>;

async function writeFolder(folder: string, files: Files): Promise<string> {
  const top = path.join(cli.machine.folder, folder);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(top, name)), { recursive: true });
    await writeFile(path.join(top, name), content);
  }
  return top;
}

async function newSite(files: Files): Promise<{ top: string; name: string; push: string[] }> {
  names += 1;
  const top = await writeFolder(`site-${names}`, files);
  const name = `Harbour ${names}`;
  return { top, name, push: ["push", top, "--project", name, "--json"] };
}

async function filesOf(name: string): Promise<Record<string, string>> {
  const { currentTreeId } = await db().project.findFirstOrThrow({ where: { name } });
  return filesOfTree(currentTreeId ?? 0n);
}

it("push creates a project from a folder and ignores system files", async () => {
  const { name, push } = await newSite({ "index.html": "<h1>1</h1>", "tiles/0/0.png": "tile", ".nojekyll": "", ".DS_Store": "?" });
  const ended = await cli.machine.run([...push, "--description", "Berths"], cli.environment());
  expect(resultOf(ended)).toMatchObject({ ok: true, result: "created", status: "published", added: 3 });
  expect(ended.code).toBe(0);
  expect(await filesOf(name)).toEqual({ "index.html": "<h1>1</h1>", "tiles/0/0.png": "tile", ".nojekyll": "" });
  expect(await db().project.findFirstOrThrow({ where: { name } })).toMatchObject({
    description: "Berths",
    createdById: cli.admin.account.id,
  });
});

it("the next push uploads only changed files", async () => {
  const large = randomBytes(6 * MEBIBYTE);
  const { top, name, push } = await newSite({ "index.html": "1", "data/large.bin": large, "old.txt": "old" });
  cli.line.take();
  await cli.machine.run(push, cli.environment());
  expect(cli.line.take()).toBeGreaterThan(large.length);

  expect(resultOf(await cli.machine.run(push, cli.environment()))).toMatchObject({ result: "unchanged", same: 3, bytes: 0 });
  await writeFile(path.join(top, "index.html"), "2");
  await rm(path.join(top, "old.txt"));
  const dry = await cli.machine.run([...push, "--dry-run"], cli.environment());
  expect(resultOf(dry)).toMatchObject({ result: "dry-run", added: 0, changed: 1, removed: 1, same: 1, bytes: 1 });
  expect(await filesOf(name)).toMatchObject({ "index.html": "1" });

  cli.line.take();
  const ended = await cli.machine.run(push, cli.environment());
  expect(resultOf(ended)).toMatchObject({ result: "replaced", status: "published", added: 0, changed: 1, removed: 1, same: 1, bytes: 1 });
  expect(cli.line.take()).toBeLessThan(64 * 1024);
  const files = await filesOf(name);
  expect(Object.keys(files).sort()).toEqual(["data/large.bin", "index.html"]);
  expect(files["index.html"]).toBe("2");
});

it("push resumes after the client was killed", async () => {
  const parts = Object.fromEntries(Array.from({ length: 24 }, (_, number) => [`data/${number}.bin`, randomBytes(2 * MEBIBYTE)]));
  const { name, push } = await newSite({ "index.html": "1", ...parts });
  cli.line.take();
  cli.line.holdAfter(30 * MEBIBYTE);
  const { process: client, ended } = cli.machine.start(push, cli.environment());
  await cli.line.held();
  client.kill("SIGKILL");
  expect((await ended).code).toBeNull();
  const before = cli.line.take();
  cli.line.cut();
  cli.line.release();
  const again = await cli.machine.run(push, cli.environment());
  expect(resultOf(again)).toMatchObject({ result: "created", status: "published" });
  // The killed client may lose less than one chunk of each of its three uploads.
  expect(cli.line.take()).toBeLessThan(48 * MEBIBYTE - before + 3 * MEBIBYTE);
  expect(Object.keys(await filesOf(name))).toHaveLength(25);
});

it("push exits with 130 when it is interrupted and can be run again", async () => {
  const { name, push } = await newSite({ "index.html": "1", "data.bin": randomBytes(20 * MEBIBYTE) });
  cli.line.holdAfter(6 * MEBIBYTE);
  const { process: client, ended } = cli.machine.start(push, cli.environment());
  await cli.line.held();
  client.kill("SIGINT");
  const interrupted = await ended;
  expect([interrupted.code, resultOf(interrupted).exitCode]).toEqual([130, 130]);
  expect(interrupted.seen).toContain("Run the same command again to go on where it was.");
  cli.line.cut();
  cli.line.release();
  expect(resultOf(await cli.machine.run(push, cli.environment()))).toMatchObject({ status: "published" });
  expect(Object.keys(await filesOf(name))).toHaveLength(2);
});

it("push survives a broken connection", async () => {
  const { push } = await newSite({ "index.html": "1", "data.bin": randomBytes(20 * MEBIBYTE) });
  cli.line.holdAfter(6 * MEBIBYTE);
  const { ended } = cli.machine.start(push, cli.environment());
  await cli.line.held();
  cli.line.release();
  cli.line.cut();
  expect(resultOf(await ended)).toMatchObject({ status: "published" });
});

it("push follows links inside the folder", async () => {
  const { top, name, push } = await newSite({ "index.html": "1", "shared/a.txt": "a" });
  await symlink("shared/a.txt", path.join(top, "b.txt"));
  await symlink("shared", path.join(top, "linked"));
  expect(resultOf(await cli.machine.run(push, cli.environment()))).toMatchObject({ status: "published" });
  expect(await filesOf(name)).toEqual({ "index.html": "1", "shared/a.txt": "a", "b.txt": "a", "linked/a.txt": "a" });
});

it("push names every file that can't be published and sends nothing", async () => {
  const { top, name, push } = await newSite({ "index.html": "1", "deep/a.txt": "a" });
  await symlink("/etc/hostname", path.join(top, "out.txt"));
  await symlink("nowhere", path.join(top, "broken.txt"));
  await symlink("..", path.join(top, "deep/loop"));
  await writeFile(Buffer.concat([Buffer.from(`${top}/na`), Buffer.from([0xe9]), Buffer.from("ve.txt")]), "latin-1");
  const ended = await cli.machine.run(push, cli.environment());
  expect([ended.code, resultOf(ended).exitCode]).toEqual([6, 6]);
  expect(ended.seen).toContain("out.txt is a link that leads out of the folder");
  expect(ended.seen).toContain("broken.txt is a link that leads nowhere");
  expect(ended.seen).toContain("deep/loop is a link that leads back to a folder around it");
  expect(ended.seen).toContain("na\\xe9ve.txt has a name that is not in UTF-8");
  expect(await db().project.findFirst({ where: { name } })).toBeNull();
});

it.each(["C:drive.txt", "line\nbreak.txt", "..%2fup.txt"])("push rejects the file name %j and creates no project", async (hostile) => {
  const { name, push } = await newSite({ "index.html": "1", [hostile]: "?" });
  const ended = await cli.machine.run(push, cli.environment());
  expect([ended.code, ended.seen]).toEqual([6, expect.stringContaining("has a name that no file of a map can have")]);
  expect(await db().project.findFirst({ where: { name } })).toBeNull();
});

it("push rejects names that are equal in Unicode and warns about names that differ only in case", async () => {
  const { push } = await newSite({ "index.html": "1", "u\u0308.txt": "1", "\u00fc.txt": "2" });
  const twice = await cli.machine.run(push, cli.environment());
  expect([twice.code, twice.seen]).toEqual([6, expect.stringContaining("is there twice")]);
  const cases = await newSite({ "index.html": "1", "a.txt": "1", "A.txt": "2" });
  const ended = await cli.machine.run(cases.push, cli.environment());
  expect(resultOf(ended)).toMatchObject({ status: "published", added: 3 });
  expect(ended.seen).toMatch(/differ only in upper and lower case/);
});

it("push skips files that match --exclude", async () => {
  const { name, push } = await newSite({ "index.html": "1", "a.js.map": "", "js/b.js.map": "", "drafts/c.txt": "", "js/d.js": "d" });
  await cli.machine.run([...push, "--exclude", "*.map", "--exclude", "/drafts/"], cli.environment());
  expect(Object.keys(await filesOf(name)).sort()).toEqual(["index.html", "js/d.js"]);
});
