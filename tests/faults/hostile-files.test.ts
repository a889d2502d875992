import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { dataMapSchema } from "@/lib/data-maps/schema";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { metricsPortOf } from "@/server/observe/metrics-server";
import { freePort } from "../../server/database/free-port";
import { filesOfProject } from "../integration/folder-imports/published-files";
import { start, uploadZip } from "../integration/imports/publish-zip";
import { WorkerProcess } from "../integration/imports/worker-process";
import { MailServer } from "../integration/mail/mail-server";
import { processesOf } from "../integration/map-images/rendering";
import { newPerson, requestResetEmail } from "../integration/password-resets/reset-calls";
import { craftZip } from "../setup/craft-zip";
import { claimingPmtiles, endlessMbtiles, nestedTracks, overlappingTags, quotedTable } from "../setup/data-files/hostile-files";
import { harbourGeoJson } from "../setup/data-files/text-files";
import { until } from "../setup/until";

let mailServer: MailServer;
let worker: WorkerProcess;
let metricsPort: number;
let memoryBefore: number;
let computedBefore: number;

/** Others are served within two seconds on an idle machine. On a busy one, the worker and its parsers make way for everything else. */
const OTHERS_MS = 240_000;
/** A hostile file ends within twelve seconds on an idle machine. */
const HOSTILE_MS = 240_000;

/** Places in /proc/PID/stat after the name, and the unit of these times. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const TICKS_A_SECOND = 100;

/** Makes the kernel measure the peak of a process's memory from now on. */
const RESET_PEAK = "5";

beforeAll(async () => {
  await db().viewerFile.create({ data: { hash: "c0".padEnd(64, "0"), name: "viewer.js", content: Buffer.from("") } });
});
beforeEach(async () => {
  mailServer = await MailServer.start();
  metricsPort = await freePort();
  const settings = {
    SMTP_URL: mailServer.url,
    MAIL_FROM: "maps@example.com",
    METRICS_PORT: String(metricsPort),
    MAP_IMAGES: "0",
    // A worker makes way for everything else. On a busy machine, its parsers compute for two seconds in as many minutes.
    PARSER_SECONDS: "600",
  };
  worker = await WorkerProcess.start(settings);
  // A process that has just started loads modules, and its heap grows.
  await expectOthersServed();
  await metric("sea_vision_worker_blocked_seconds");
  computedBefore = await computedSeconds();
  memoryBefore = await residentBytes("VmRSS");
  await writeFile(`/proc/${worker.pid}/clear_refs`, RESET_PEAK);
});
afterEach(async () => {
  if (worker.isRunning) await worker.kill("SIGKILL");
  await mailServer.close();
});

const rowOf = (id: string) => db().import.findUniqueOrThrow({ where: { id } });
const isOver = async (id: string) => ["complete", "failed"].includes((await rowOf(id)).status);
const startWith = async (name: string, content: string | Buffer) => (await start(await uploadZip(craftZip([{ name, method: 8, data: Buffer.from(content) }])))).importId; // biome-ignore format: one line

/** Returns a value of the worker's metrics. */
async function metric(name: string): Promise<number> {
  const port = metricsPortOf("worker", { port: metricsPort, host: "127.0.0.1" }, true);
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, "m").exec(text)?.[1]);
}

/** Returns the resident memory of a process, or its peak. 0 when it has ended. */
async function residentBytes(name: "VmRSS" | "VmHWM", pid = worker.pid): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1] ?? 0) * 1024;
}

/** Returns the seconds that the main thread of the worker has computed. */
async function computedSeconds(): Promise<number> {
  const text = await readFile(`/proc/${worker.pid}/task/${worker.pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) / TICKS_A_SECOND;
}

/** Publishes a site and a data map, and waits for them and for a mail. */
async function expectOthersServed(): Promise<void> {
  const { email } = await newPerson();
  await requestResetEmail({ email });
  const [site, map] = [await startWith("index.html", "<h1>site</h1>"), await startWith("harbour.geojson", harbourGeoJson)];
  await until("the site is complete", async () => (await rowOf(site)).status === "complete", OTHERS_MS);
  await until("the data map is complete", async () => (await rowOf(map)).status === "complete", OTHERS_MS);
  await until("the mail has arrived", () => mailServer.mails.some(({ to }) => to?.some(({ address }) => address === email)), OTHERS_MS);
}

const conversions = () => readdir(path.join(env().dataDir, "conversions")).catch(() => []);
const parsers = () => processesOf(path.join(inject("bundles"), "parser.js"));

/** Expects that nothing runs on, that no file is left, and that the worker was never blocked or large. */
async function expectNothingLeft(): Promise<void> {
  await until("no parser runs", async () => (await parsers()).length === 0);
  expect(await conversions()).toEqual([]);
  // Each of the files took longer than a second. The metric also counts the time in which a busy machine runs something else.
  expect((await computedSeconds()) - computedBefore).toBeLessThan(1);
  expect(await metric("sea_vision_worker_blocked_seconds")).toBeGreaterThan(0);
  expect((await residentBytes("VmHWM")) - memoryBefore).toBeLessThan(50 * 1024 * 1024);
}

describe("a worker that imports a hostile file", () => {
  it.each([
    ["tracks.gpx", () => nestedTracks(), /"tracks\.gpx" nests elements more than 100 deep/],
    ["quotes.csv", () => quotedTable(), /^Row 2 of "quotes\.csv" is longer than 1 MB/],
    ["directory.pmtiles", () => claimingPmtiles(), /^"directory\.pmtiles" is damaged/],
    ["tags.tif", () => overlappingTags(), /^"tags\.tif" is damaged/],
  ])("serves others meanwhile, and refuses %s with a sentence", async (name, make, message) => {
    const hostile = await startWith(name, make());
    await expectOthersServed();
    await until("the import has failed", () => isOver(hostile), HOSTILE_MS);
    expect((await rowOf(hostile)).error).toMatch(message);
    await expectNothingLeft();
  });

  it("serves others meanwhile, and notes in the map why endless tiles are not converted", async () => {
    const hostile = await startWith("tiles.mbtiles", await endlessMbtiles());
    await expectOthersServed();
    await until("the import has ended", () => isOver(hostile), HOSTILE_MS);
    const { projectId } = await rowOf(hostile);
    const problem = async () =>
      dataMapSchema.parse(JSON.parse((await filesOfProject(projectId ?? ""))["map.json"] ?? "")).layers[0]?.problem;
    await until("the problem is in the map", async () => (await problem()) !== undefined, HOSTILE_MS);
    expect(await problem()).toMatch(/^"tiles\.mbtiles" is damaged/);
    // The map says it before the conversion is over.
    await until("the conversion has ended", async () => (await db().conversion.count()) === 0);
    await expectNothingLeft();
  });

  it.each([
    ["starts", 0],
    // Only the objects of the parsed text take so much. They take longer than the pause between two looks.
    ["blocks its process", 250 * 1024 * 1024],
  ])("leaves no parser behind when it is killed while the parser %s", async (_moment, bytes) => {
    const positions = new Array(4_000_000).fill("[1.5,2.5]").join(",");
    await startWith("large.geojson", `{"type":"LineString","coordinates":[${positions}]}`);
    const isThere = async (pid: number) => (await residentBytes("VmRSS", pid)) > bytes;
    await until("the parser runs", async () => (await Promise.all((await parsers()).map(isThere))).includes(true), OTHERS_MS);
    await worker.kill("SIGKILL");
    await until("the parser has ended", async () => (await parsers()).length === 0);
  });
});
