import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { craftZip } from "../setup/craft-zip";
import { until } from "../setup/until";
import { unused } from "../setup/unused";
import { type Cluster, startCluster } from "./cluster";
import { HeldBytes } from "./held-bytes";
import { sendByTus } from "./tus-upload";

const MIB = 1024 * 1024;
/** Milliseconds until another web process continues. The lease of a killed one ends after 10 s. */
const TAKE_OVER_MS = 15_000;

let cluster: Cluster;
let admin: { Authorization: string };

beforeAll(async () => {
  cluster = await startCluster(process.env.CLUSTER_STORE === "disk" ? "disk" : "s3");
  admin = await cluster.signIn("admin");
});
afterAll(() => cluster?.stop());

/** Publishes an upload as the only file of a map. @returns the map's safe name */
async function importFile(uploadId: string, size: number, origin = cluster.appOrigin): Promise<string> {
  const projectName = unused("One File");
  const files = [{ uploadId, relativePath: "index.html", name: "index.html", size }];
  const imported = await fetch(`${origin}/process-tus-upload`, {
    method: "POST",
    headers: { ...admin, "Content-Type": "application/json" },
    body: JSON.stringify({ projectName, description: "", files }),
  });
  expect(imported.status, await imported.text()).toBeLessThan(300);
  return projectName.toLowerCase().replaceAll(" ", "-");
}

async function download(safeName: string, file: string, origin = cluster.appOrigin): Promise<Buffer> {
  const answer = await fetch(`${origin}/api/files/${safeName}/download?filePath=${file}`, { headers: admin });
  return Buffer.from(await answer.arrayBuffer());
}

async function expectSound(): Promise<void> {
  const { code, printed } = await cluster.examine();
  expect(code, printed).toBe(0);
}

it("an upload that begins on one web process ends on the other", async () => {
  const bytes = randomBytes(20 * MIB);
  const half = bytes.length / 2;
  const common = { ...admin, "Tus-Resumable": "1.0.0" };
  const [first, second] = [cluster.instance("web-1").origin, cluster.instance("web-2").origin];
  const created = await fetch(`${first}/files/`, { method: "POST", headers: { ...common, "Upload-Length": String(bytes.length) } });
  expect(created.status).toBe(201);
  const path = created.headers.get("location") ?? "";
  const patch = (origin: string, offset: number, body: Buffer) =>
    fetch(`${origin}${path}`, {
      method: "PATCH",
      headers: { ...common, "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream" },
      body: new Uint8Array(body),
    });
  expect((await patch(first, 0, bytes.subarray(0, half))).status).toBe(204);
  const head = await fetch(`${second}${path}`, { method: "HEAD", headers: common });
  expect(head.headers.get("upload-offset")).toBe(String(half));
  const ended = await patch(second, half, bytes.subarray(half));
  expect([ended.status, ended.headers.get("upload-offset")]).toEqual([204, String(bytes.length)]);

  const safeName = await importFile(path.split("/").at(-1) ?? "", bytes.length, first);
  expect((await download(safeName, "index.html", second)).equals(bytes)).toBe(true);
});

/** Routes new requests through nginx to web-1. */
async function leaveOnlyWeb1(): Promise<void> {
  await cluster.instance("web-2").end("SIGKILL");
  if (await cluster.instance("web-1").refuses()) await cluster.instance("web-1").start();
}

describe("an upload to a web process that ends", () => {
  beforeEach(leaveOnlyWeb1);

  it.for(["SIGKILL", "SIGTERM"] as const)("continues at the other process when it is resumable (%s)", async (signal, { annotate }) => {
    const [web1, web2] = [cluster.instance("web-1"), cluster.instance("web-2")];
    const bytes = randomBytes(128 * MIB);
    // Far enough for some stored parts, in addition to bytes in memory.
    const file = new HeldBytes(bytes, 112 * MIB);
    const voyage = sendByTus(cluster.appOrigin, admin, file, bytes.length);
    await Promise.race([file.reached, voyage.ended]);
    await web2.start();
    const endedAt = Date.now();
    const code = await web1.end(signal);
    expect(code, web1.output.slice(-2_000)).toBe(signal === "SIGTERM" ? 0 : null);
    const goesOn = until("the upload continues", () => voyage.resumed.length > 0, 2 * TAKE_OVER_MS);
    await Promise.race([goesOn, voyage.ended]);
    file.release();
    const uploadId = await voyage.ended;
    // One HEAD and its answer: the client was not asked to retry. On SIGTERM, a web process reports its offset itself.
    expect(voyage.heads).toEqual(signal === "SIGTERM" ? [] : [200]);
    const [{ offset, at } = { offset: 0, at: 0 }] = voyage.resumed;
    expect(offset).toBeGreaterThanOrEqual(16 * MIB);
    await annotate(`goes on at ${offset / MIB} MiB, ${at - endedAt} ms after ${signal}`);
    expect(at - endedAt).toBeLessThan(TAKE_OVER_MS);
    await web1.start();
    expect((await download(await importFile(uploadId, bytes.length), "index.html")).equals(bytes)).toBe(true);
    await expectSound();
  });

  it("is received to its end after SIGTERM when it can't be resumed", async () => {
    const [web1, web2] = [cluster.instance("web-1"), cluster.instance("web-2")];
    const data = randomBytes(48 * MIB);
    const zip = craftZip([
      { name: "index.html", data: Buffer.from("<!doctype html><title>Direct</title>") },
      { name: "data.bin", data },
    ]);
    const projectName = unused("Direct");
    const boundary = "between-the-parts-of-a-form";
    const field = (name: string, rest: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`;
    const head = `${field("projectName", "")}${projectName}\r\n${field("zipFile", '; filename="site.zip"\r\nContent-Type: application/zip')}`;
    const body = Buffer.concat([Buffer.from(head), zip, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const form = new HeldBytes(body, 40 * MIB);
    const headers = { ...admin, "Content-Type": `multipart/form-data; boundary=${boundary}`, "Content-Length": body.length };
    const sent = request(`${cluster.appOrigin}/upload-zip-direct`, { method: "POST", headers });
    const answered = once(sent, "response") as Promise<[IncomingMessage]>;
    form.read(0).pipe(sent);
    await Promise.race([form.reached, answered]);
    await web2.start();
    const ended = web1.end("SIGTERM");
    await until("it accepts no other client", () => web1.refuses());
    form.release();
    const [answer] = await answered;
    expect(answer.statusCode, await text(answer)).toBeLessThan(300);
    expect(await ended, web1.output.slice(-2_000)).toBe(0);
    await web1.start();
    const safeName = projectName.toLowerCase().replaceAll(" ", "-");
    await until("the map is online", async () => (await download(safeName, "data.bin")).equals(data), 60_000);
    await expectSound();
  });
});
