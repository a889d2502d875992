import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { findChromium } from "@/lib/maps/images/render/chromium";
import { MapRenderer, type RendererOptions } from "@/lib/maps/images/render/renderer";
import { until } from "../../setup/until";
import { publishMap, type SiteFiles } from "../maps/map-site";
import { decodeImage } from "./image-calls";

process.env["MAP_IMAGES"] = "1";
const installation = findChromium();
const isRequired = Boolean(process.env["CI"]);

/** The reason to skip tests that need a browser, or false. Always false in CI, which installs one. */
export const withoutChromium = installation === null && !isRequired ? "skipped: no usable Chromium" : false;

/** A map that can be rendered takes longer than the product's 30 s on a busy machine. */
const LIMIT_MS = 400_000;

/** Creates a renderer. @throws Error when Chromium is not installed */
export function renderer(options: RendererOptions = {}): MapRenderer {
  if (!installation) throw new Error("These tests need Chromium, and as root setpriv.");
  return new MapRenderer(() => installation, { limitMs: LIMIT_MS, ...options });
}

/** Appends the reason for skipped tests to a title. */
export function titled(title: string): string {
  return withoutChromium ? `${title} (${withoutChromium})` : title;
}

export const never = new AbortController().signal;

export const projectOf = (id: string) => db().project.findUniqueOrThrow({ where: { id } });

async function readBlob(key: string): Promise<Buffer> {
  const blobKey = blobKeySchema.parse(key);
  return blobStore().readBytes(blobKey, { offset: 0, length: (await blobStore().size(blobKey)) ?? 0 });
}

export async function thumbnailOf(id: string) {
  return decodeImage(await readBlob((await projectOf(id)).imageBlobKey ?? ""));
}

/** Expects the thumbnail to show the page of `pageWith`: red on the left, blue on the right. */
export async function expectHalves(id: string): Promise<void> {
  const seen = await thumbnailOf(id);
  expect([seen.width, seen.height]).toEqual([640, 400]);
  expect(seen.colorAt(0.2, 0.5)[0]).toBeGreaterThan(180);
  expect(seen.colorAt(0.8, 0.5)[2]).toBeGreaterThan(180);
}

export async function publishAndRender(files: SiteFiles, options?: RendererOptions) {
  const { project, treeId } = await publishMap(files);
  await renderer(options).render(project.id, never);
  return { ...(await projectOf(project.id)), treeId };
}

/** Returns the folders that browsers of a process have left. */
export async function leftFolders(pid: number): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith(`sea-vision-chromium-${pid}-`));
}

/** Returns thumbnail blobs that no project and no version uses. */
export async function orphans(): Promise<string[]> {
  const shown = await db().project.findMany({ where: { imageBlobKey: { not: null } }, select: { imageBlobKey: true } });
  const versions = await db().tree.findMany({ where: { imageBlobKey: { not: null } }, select: { imageBlobKey: true } });
  const known = new Set([...shown, ...versions].map(({ imageBlobKey }) => imageBlobKey));
  const found: string[] = [];
  for (const { key } of await db().blob.findMany()) {
    if (!known.has(key) && (await readBlob(key)).toString("latin1", 8, 12) === "WEBP") found.push(key);
  }
  return found;
}

/** Expects all browsers of this process to have ended and to have left nothing. */
export async function expectNothingLeft(): Promise<void> {
  expect(await leftFolders(process.pid)).toEqual([]);
  await until(
    "every process of the browser has ended",
    async () => (await processesOf(`sea-vision-chromium-${process.pid}-`)).length === 0,
  );
  expect(await orphans()).toEqual([]);
}

/** Returns the IDs of processes whose command line contains a text. */
export async function processesOf(text: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of (await readdir("/proc")).filter((one) => /^\d+$/.test(one))) {
    const command = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (command.includes(text)) found.push(Number(name));
  }
  return found;
}

/** Returns a two-color page that runs a script. */
export function pageWith(script: string, head = ""): SiteFiles {
  return {
    "index.html": `<!doctype html>${head}<style>html{background:linear-gradient(90deg,#d00000 50%,#0000d0 50%)}</style><script>${script}</script>`,
  };
}
