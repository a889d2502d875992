import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { openPromise, type Entry as ZipEntry } from "yauzl";
import { blobStore } from "@/lib/blobs/open";
import { type BlobKey, newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import type { Project } from "@/lib/generated/prisma/client";
import { createTree, insertFiles, insertFolders, reserveEntryIds } from "@/lib/trees/mutations";
import { createProject } from "../../setup/fixtures";

/** The date of every file in the archive. */
export const modifiedAt = new Date("2026-03-04T05:06:08Z");

/** Contents of a map site by path. */
export type SiteFiles = Record<string, Buffer | string>;

interface Site {
  blobKey: BlobKey;
  entries: ZipEntry[];
}

/** Info-ZIP writes the file system's bytes, which are UTF-8, without the flag for it. */
function nameOf({ fileNameRaw }: ZipEntry): string {
  return fileNameRaw.toString("utf8");
}

/** Zips the files with Info-ZIP, and stores the archive as a blob. */
async function zipSite(files: SiteFiles, options: string[]): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), "map-site-"));
  try {
    const names = Object.keys(files);
    for (const name of names) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), files[name] ?? "");
    }
    const archive = path.join(folder, "..", `${path.basename(folder)}.zip`);
    await promisify(execFile)("zip", ["-q", "-D", ...options, archive, "--", ...names], { cwd: folder });
    const blobKey = newBlobKey();
    const size = await blobStore().write(blobKey, createReadStream(archive));
    await db().blob.create({ data: { key: blobKey, size } });
    const zip = await openPromise(archive);
    const entries: ZipEntry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    await rm(archive);
    return { blobKey, entries };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Creates a tree from an archive's entries, as an import does. @returns its id */
async function plant({ blobKey, entries }: Site): Promise<number> {
  const { treeId, rootId } = await createTree(db());
  const folders = new Map([["", rootId]]);
  for (const entry of entries) {
    const parts = nameOf(entry).split("/").slice(0, -1);
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const at = parts.slice(0, depth).join("/");
      if (folders.has(at)) continue;
      const [id = 0] = await reserveEntryIds(db(), 1);
      const parentId = folders.get(parts.slice(0, depth - 1).join("/")) ?? 0;
      await insertFolders(db(), treeId, [{ id, parentId, name: parts[depth - 1] ?? "", modifiedAt }]);
      folders.set(at, id);
    }
  }
  const rows = entries.map((entry) => ({
    parentId: folders.get(path.dirname(nameOf(entry)).replace(/^\.$/, "")) ?? 0,
    name: path.basename(nameOf(entry)).normalize("NFC"),
    modifiedAt,
    slice: {
      blobKey,
      offset: entry.relativeOffsetOfLocalHeader,
      hasLocalHeader: true,
      storedSize: entry.compressedSize,
      size: entry.uncompressedSize,
      method: entry.compressionMethod === 8 ? ("deflated" as const) : ("stored" as const),
      crc32: entry.crc32,
    },
  }));
  await insertFiles(db(), treeId, rows);
  return treeId;
}

export interface PublishedMap {
  project: Project;
  treeId: number;
  blobKey: BlobKey;
}

/**
 * Creates a project with these files as its map.
 * @param options of Info-ZIP's `zip`: `-0` stores, `-9` deflates
 */
export async function publishMap(files: SiteFiles, options: string[] = ["-9"]): Promise<PublishedMap> {
  const site = await zipSite(files, options);
  const treeId = await plant(site);
  const project = await createProject(null, { currentTreeId: BigInt(treeId) });
  await db().tree.update({ where: { id: treeId }, data: { projectId: project.id } });
  return { project, treeId, blobKey: site.blobKey };
}

/** Gives a project a former version with these files. @returns its id */
export async function publishFormer({ project }: Pick<PublishedMap, "project">, files: SiteFiles): Promise<number> {
  const id = await plant(await zipSite(files, ["-9"]));
  await db().tree.update({ where: { id }, data: { projectId: project.id, retiredAt: new Date() } });
  return id;
}

/** Makes the files the shared assets. */
export async function publishAssets(files: SiteFiles): Promise<void> {
  const id = await plant(await zipSite(files, ["-9"]));
  await db().tree.update({ where: { id }, data: { kind: "assets" } });
}
