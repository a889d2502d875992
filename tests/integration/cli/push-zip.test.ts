import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db";
import { craftZip } from "../../setup/craft-zip";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { filesOfTree } from "../folder-imports/published-files";
import { type CliServer, startCliServer } from "./cli-server";
import { type MeteredLine, openMeteredLine } from "./metered-line";
import { type Machine, newMachine, resultOf } from "./run-client";

const MEBIBYTE = 1024 * 1024;
let server: CliServer;
let line: MeteredLine;
let machine: Machine;
let admin: SignedIn;

beforeAll(async () => {
  [server, machine, admin] = await Promise.all([startCliServer(), newMachine(), signedIn("admin")]);
  line = await openMeteredLine(server.origin);
});
afterAll(async () => {
  line.close();
  await server.close();
  await machine.remove();
});

const environment = () => ({ SEA_VISION_SERVER: line.origin, SEA_VISION_TOKEN: admin.token });

async function writeZip(name: string, ballast: Buffer, crc32?: number): Promise<string> {
  const file = path.join(machine.folder, name);
  const page = { name: "index.html", data: Buffer.from(name), ...(crc32 === undefined ? {} : { crc32 }) };
  await writeFile(file, craftZip([page, { name: "data.bin", data: ballast }]));
  return file;
}

async function mapOf(name: string): Promise<Record<string, string>> {
  const { currentTreeId } = await db().project.findFirstOrThrow({ where: { name } });
  return filesOfTree(currentTreeId ?? 0n);
}

it("makes a project of a ZIP, replaces its map by another, and goes on where it was killed", async () => {
  const first = await writeZip("first.zip", Buffer.from("1"));
  const push = (file: string) => ["push", file, "--project", "Zipped", "--json"];
  expect(resultOf(await machine.run(push(first), environment()))).toMatchObject({ result: "created", status: "published" });
  expect(await mapOf("Zipped")).toEqual({ "index.html": "first.zip", "data.bin": "1" });

  const second = await writeZip("second.zip", randomBytes(30 * MEBIBYTE));
  line.holdAfter(15 * MEBIBYTE);
  const { process: client, ended } = machine.start(push(second), environment());
  await line.held();
  client.kill("SIGKILL");
  await ended;
  line.cut();
  line.release();
  line.take();
  expect(resultOf(await machine.run(push(second), environment()))).toMatchObject({ result: "replaced", status: "published" });
  expect(line.take()).toBeLessThan(21 * MEBIBYTE);
  expect(await mapOf("Zipped")).toMatchObject({ "index.html": "second.zip" });
});

it("tells of a damaged archive, unless nobody waits for it", async () => {
  const damaged = await writeZip("damaged.zip", Buffer.from("1"), 7);
  const ended = await machine.run(["push", damaged, "--project", "Damaged", "--json"], environment());
  expect([ended.code, resultOf(ended).error]).toEqual([4, expect.stringContaining("index.html")]);
  server.stopWorking();
  const left = await machine.run(["push", damaged, "--project", "Damaged 2", "--json", "--no-wait"], environment());
  server.resume();
  expect([left.code, resultOf(left).status]).toEqual([0, "sent"]);
});
