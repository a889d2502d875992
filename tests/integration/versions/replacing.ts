import { blobStore } from "@/lib/blobs/open";
import { readInflated } from "@/lib/blobs/slice";
import { db } from "@/lib/db/client";
import type { Project } from "@/lib/generated/prisma/client";
import { startImport } from "@/lib/imports/mutations";
import { findEntries } from "@/lib/trees/data";
import { craftZip } from "../../setup/craft-zip";
import { start, type UploadedZip, uploadZip, work } from "../imports/publish-zip";

/** Creates a map whose page contains the text. */
export const mapOf = (text: string) =>
  craftZip([{ name: "index.html", data: Buffer.from(text), method: 8 }, { name: `only-in-${text}.txt` }]);

/** Creates a map that can be published but has a wrong checksum. */
export const damagedMapOf = (text: string) => craftZip([{ name: "index.html", data: Buffer.from(text), crc32: 7 }]);

export async function publishFirst(text: string): Promise<Project> {
  const { importId } = await start(await uploadZip(mapOf(text)));
  if ((await work(importId)) !== "complete") throw new Error("The first map was not published.");
  const { projectId } = await db().import.findUniqueOrThrow({ where: { id: importId } });
  return db().project.findUniqueOrThrow({ where: { id: projectId ?? "" } });
}

export async function beginReplacement({ id: projectId }: Pick<Project, "id">, archive: Uint8Array) {
  const upload: UploadedZip = await uploadZip(archive);
  const { importId } = await startImport(
    { source: "zip", ...upload, sourceName: "next.zip", target: { kind: "replace", projectId } },
    null,
  );
  return { ...upload, importId };
}

export async function replace(project: Pick<Project, "id">, archive: Uint8Array) {
  const begun = await beginReplacement(project, archive);
  const outcome = await work(begun.importId);
  const { treeId, error } = await db().import.findUniqueOrThrow({ where: { id: begun.importId } });
  return { ...begun, outcome, treeId: Number(treeId), error };
}

/** Returns the current map entry page, or null without a map. */
export async function shownPage({ id: projectId }: Pick<Project, "id">): Promise<string | null> {
  const [entry] = await findEntries([{ root: { projectId }, path: ["index.html"] }]);
  return entry?.kind === "file" && entry.slice ? (await readInflated(blobStore(), entry.slice)).toString() : null;
}

/** Returns the IDs of the project's current tree, its trees that are not retired, and all its trees. */
export async function treesOf({ id }: Pick<Project, "id">) {
  const { currentTreeId } = await db().project.findUniqueOrThrow({ where: { id } });
  const trees = await db().tree.findMany({ where: { projectId: id }, orderBy: { id: "asc" } });
  return {
    current: currentTreeId === null ? null : Number(currentTreeId),
    unretired: trees.filter(({ retiredAt }) => retiredAt === null).map((tree) => Number(tree.id)),
    all: trees.map((tree) => Number(tree.id)),
  };
}
