import { randomBytes } from "node:crypto";
import { stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { craftZip } from "../../setup/craft-zip";
import { filesOfTree } from "../folder-imports/published-files";
import { commandLine } from "./command-line";
import { resultOf } from "./run-client";

const MEBIBYTE = 1024 * 1024;
const cli = commandLine();

async function writeZip(name: string, ballast: Buffer, crc32?: number): Promise<string> {
  const file = path.join(cli.machine.folder, name);
  const page = { name: "index.html", data: Buffer.from(name), ...(crc32 === undefined ? {} : { crc32 }) };
  await writeFile(file, craftZip([page, { name: "data.bin", data: ballast }]));
  return file;
}

async function mapOf(name: string): Promise<Record<string, string>> {
  const { currentTreeId } = await db().project.findFirstOrThrow({ where: { name } });
  return filesOfTree(currentTreeId ?? 0n);
}

it("push creates a project from a ZIP, replaces its map with another ZIP and resumes after it was killed", async () => {
  const first = await writeZip("first.zip", Buffer.from("1"));
  const push = (file: string) => ["push", file, "--project", "Zipped", "--json"];
  expect(resultOf(await cli.machine.run(push(first), cli.environment()))).toMatchObject({ result: "created", status: "published" });
  expect(await mapOf("Zipped")).toEqual({ "index.html": "first.zip", "data.bin": "1" });

  const second = await writeZip("second.zip", randomBytes(30 * MEBIBYTE));
  cli.line.holdAfter(15 * MEBIBYTE);
  const { process: client, ended } = cli.machine.start(push(second), cli.environment());
  await cli.line.held();
  client.kill("SIGKILL");
  await ended;
  cli.line.cut();
  cli.line.release();
  cli.line.take();
  expect(resultOf(await cli.machine.run(push(second), cli.environment()))).toMatchObject({ result: "replaced", status: "published" });
  expect(cli.line.take()).toBeLessThan(21 * MEBIBYTE);
  expect(await mapOf("Zipped")).toMatchObject({ "index.html": "second.zip" });
});

/** Pushes a ZIP of 30 MiB and kills the client in the middle. */
async function interrupt(name: string): Promise<{ file: string; push: string[] }> {
  const file = await writeZip(`${name}.zip`, randomBytes(30 * MEBIBYTE));
  const push = ["push", file, "--project", name, "--json"];
  cli.line.holdAfter(25 * MEBIBYTE);
  const { process: client, ended } = cli.machine.start(push, cli.environment());
  await cli.line.held();
  client.kill("SIGKILL");
  await ended;
  cli.line.cut();
  cli.line.release();
  cli.line.take();
  return { file, push };
}

it("push resumes a ZIP whose time alone has changed", async () => {
  const { file, push } = await interrupt("touched");
  await utimes(file, new Date(), new Date());
  expect(resultOf(await cli.machine.run(push, cli.environment()))).toMatchObject({ status: "published" });
  expect(cli.line.take()).toBeLessThan(21 * MEBIBYTE);
});

it("push starts over when a ZIP has other content with the same size and time", async () => {
  const { file, push } = await interrupt("changed");
  const { atime, mtime } = await stat(file);
  await writeZip("changed.zip", randomBytes(30 * MEBIBYTE));
  await utimes(file, atime, mtime);
  const ended = await cli.machine.run(push, cli.environment());
  expect(resultOf(ended)).toMatchObject({ status: "published" });
  expect(ended.seen).toContain("changed.zip has changed since its upload began, which starts over.");
  expect(cli.line.take()).toBeGreaterThan(30 * MEBIBYTE);
});

it("push warns of a ZIP without index.html after it is published", async () => {
  const file = path.join(cli.machine.folder, "tiles.zip");
  await writeFile(file, craftZip([{ name: "tiles/0.png", data: Buffer.from("tile") }]));
  const ended = await cli.machine.run(["push", file, "--project", "Tiles only"], cli.environment());
  expect(ended.code).toBe(0);
  expect(ended.seen).toContain("This map has no index.html");
});

it("push shows how names without an encoding are decoded, and takes another encoding", async () => {
  const file = path.join(cli.machine.folder, "names.zip");
  // "Málaga.js" in windows-1252.
  await writeFile(file, craftZip([{ name: "index.html" }, { name: Buffer.from([0x4d, 0xe1, 0x6c, 0x61, 0x67, 0x61]), madeBy: 0x0014 }]));
  const push = (...options: string[]) => cli.machine.run(["push", file, "--project", "Named", ...options], cli.environment());
  expect((await push("--dry-run")).seen).toMatch(/Names in this ZIP: Western European \(CP850\)\..*\s+Mßlaga/);
  const ended = await push("--name-encoding", "windows-1252");
  expect([ended.code, Object.keys(await mapOf("Named")).sort()]).toEqual([0, ["Málaga", "index.html"]]);
  expect((await push("--name-encoding", "cp9999")).code).toBe(2);
  const folder = await cli.machine.run(["push", cli.machine.folder, "--project", "Named", "--name-encoding", "cp850"], cli.environment());
  expect([folder.code, folder.seen]).toEqual([2, expect.stringContaining("--name-encoding is for ZIP files.")]);
});

it("push reports a damaged archive, unless it runs with --no-wait", async () => {
  const damaged = await writeZip("damaged.zip", Buffer.from("1"), 7);
  const ended = await cli.machine.run(["push", damaged, "--project", "Damaged", "--json"], cli.environment());
  expect([ended.code, resultOf(ended).error]).toEqual([4, expect.stringContaining("index.html")]);
  cli.server.stopWorking();
  const left = await cli.machine.run(["push", damaged, "--project", "Damaged 2", "--json", "--no-wait"], cli.environment());
  cli.server.resume();
  expect([left.code, resultOf(left).status]).toEqual([0, "sent"]);
});

it("push reports what is in a ZIP, and begins its map with the page of --start-page", async () => {
  const file = path.join(cli.machine.folder, "pages.zip");
  const names = ["leaflet.html", "openlayers.html", "desktop.ini"];
  await writeFile(file, craftZip(names.map((name) => ({ name, data: Buffer.from(name) }))));
  const push = (...more: string[]) => cli.machine.run(["push", file, "--project", "Pages", ...more], cli.environment());
  const dry = await push("--dry-run");
  expect(dry.seen).toContain("1 file added by the operating system will be left out.");
  expect(dry.seen).toContain("The map begins with leaflet.html. Choose another page with --start-page.");
  expect((await push("--start-page", "missing.html")).seen).toContain("--start-page: there is no page missing.html.");
  expect((await push("--start-page", "openlayers.html")).code).toBe(0);
  const { currentTreeId } = await db().project.findFirstOrThrow({ where: { name: "Pages" } });
  expect(await db().tree.findUniqueOrThrow({ where: { id: currentTreeId ?? 0n } })).toMatchObject({ startPage: "openlayers.html" });
});

it("push refuses an archive that can't be published before it sends a byte, also with --dry-run", async () => {
  const rar = path.join(cli.machine.folder, "rar-named.zip");
  await writeFile(rar, Buffer.from("526172211a0701003344", "hex"));
  const before = await db().upload.count();
  for (const more of [[], ["--dry-run"]]) {
    const ended = await cli.machine.run(["push", rar, "--project", "Packed", "--json", ...more], cli.environment());
    expect([ended.code, resultOf(ended).error]).toEqual([6, expect.stringContaining("is a RAR archive")]);
  }
  expect(await db().upload.count()).toBe(before);
});
