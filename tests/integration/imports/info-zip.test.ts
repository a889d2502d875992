import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { readInflated } from "@/lib/blobs/slice";
import { db } from "@/lib/db/client";
import { findEntry } from "@/lib/trees/data";
import { publishZip } from "./publish-zip";

const run = promisify(execFile);

let folder: string;
const files = new Map<string, Buffer>([
  ["index.html", Buffer.from("<!doctype html><title>Map</title>")],
  ["tiles/3/4/5.png", randomBytes(3_000)],
  ["daten/straße ß.geojson", Buffer.from(JSON.stringify({ type: "FeatureCollection", features: [] }).repeat(500))],
  ["地図/東京.txt", Buffer.from("東京")],
  ["video.mp4", Buffer.alloc(2_500_000, "frame")],
  ["empty.css", Buffer.alloc(0)],
]);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-zip-"));
  for (const [name, bytes] of files) {
    await mkdir(path.dirname(path.join(folder, "site", name)), { recursive: true });
    await writeFile(path.join(folder, "site", name), bytes);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let archives = 0;

async function zip(options: string[], cwd = "site", what = ".", locale = "C.UTF-8"): Promise<Buffer> {
  archives += 1;
  const target = path.join(folder, `${archives}.zip`);
  await run("zip", ["-q", "-r", ...options, target, what], { cwd: path.join(folder, cwd), env: { ...process.env, LC_ALL: locale } });
  return readFile(target);
}

async function expectSite(archive: Buffer): Promise<void> {
  const { importId, outcome } = await publishZip(archive);
  const { error, project } = await db().import.findUniqueOrThrow({ where: { id: importId }, include: { project: true } });
  expect([outcome, error]).toEqual(["complete", null]);
  for (const [name, bytes] of files) {
    const entry = await findEntry(Number(project?.currentTreeId), name.split("/"));
    expect(entry?.kind, name).toBe("file");
    if (entry?.kind === "file" && entry.slice) expect(bytes.equals(await readInflated(blobStore(), entry.slice)), name).toBe(true);
  }
}

describe("an Info-ZIP archive", () => {
  it.each<[string, string[]]>([
    ["with default options", []],
    ["without compression", ["-0"]],
    ["with maximum compression", ["-9"]],
    ["with ZIP64 records", ["-fz"]],
    ["without folder entries", ["-D"]],
    ["without extra fields", ["-X"]],
    ["with UTF-8 names", ["-UN=UTF8"]],
  ])("is published when it is made %s", async (_, options) => {
    await expectSite(await zip(options));
  });

  it("is published when it was written to a pipe, with sizes after the data", async () => {
    const target = path.join(folder, "piped.zip");
    await run("sh", ["-c", `zip -q -r - . > ${target}`], { cwd: path.join(folder, "site") });
    await expectSite(await readFile(target));
  });

  it("is published when it contains the folder around the site", async () => {
    await expectSite(await zip([], ".", "site"));
  });

  it("is published when its names are not marked as UTF-8", async () => {
    await expectSite(await zip([], "site", ".", "C"));
  });

  it("is published when it has a comment", async () => {
    const target = path.join(folder, "comment.zip");
    await run("sh", ["-c", `zip -q -r ${target} . && head -c 60000 /dev/zero | tr '\\0' c | zip -q -z ${target}`], {
      cwd: path.join(folder, "site"),
    });
    await expectSite(await readFile(target));
  });

  it("is published when a file was read from a pipe, which its mode names", async () => {
    await run("sh", ["-c", "echo map | zip -q piped-in.zip -"], { cwd: folder });
    const { importId, outcome } = await publishZip(await readFile(path.join(folder, "piped-in.zip")));
    const { treeId } = await db().import.findUniqueOrThrow({ where: { id: importId } });
    const entry = await findEntry(Number(treeId), ["-"]);
    expect([outcome, entry?.kind === "file" && entry.size]).toEqual(["complete", 4]);
  });

  it("is published when bytes follow its end, or its comment is cut off", async () => {
    const whole = await zip([]);
    await expectSite(Buffer.concat([whole, Buffer.alloc(512)]));
    whole.writeUInt16LE(500, whole.length - 2);
    await expectSite(whole);
  });

  it("is rejected when it contains a symbolic link", async () => {
    await mkdir(path.join(folder, "linked"));
    await writeFile(path.join(folder, "linked/index.html"), "map");
    await symlink("/etc/passwd", path.join(folder, "linked/link.html"));
    const { importId, outcome } = await publishZip(await zip(["-y"], "linked"));
    expect(outcome).toBe("failed");
    const { error } = await db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(error).toBe('"link.html" is a symbolic link. Please put the file itself into the ZIP archive.');
  });

  it("is rejected when it has a password", async () => {
    const { importId } = await publishZip(await zip(["-P", "secret"]));
    const { error } = await db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(error).toMatch(/^".+" is encrypted\. Please create the ZIP archive without a password\.$/);
  });

  it("is rejected when it uses bzip2 compression", async () => {
    const { importId } = await publishZip(await zip(["-Z", "bzip2"]));
    const { error } = await db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(error).toMatch(/^".+" is compressed with BZIP2\./);
  });
});
