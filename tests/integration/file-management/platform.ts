import { randomUUID } from "node:crypto";
import { db, pool } from "../../../lib/db/client";
import { typeOfFile } from "../../../lib/files/platform/values";
import { createTree } from "../../../lib/trees/mutations";
import { createAccount, createProject } from "../../setup/fixtures";

export interface ModelFile {
  id: string;
  name: string;
  size: number;
  type: string;
  uploader: string | null;
  project: string | null;
  date: string;
  path: string;
}

/** Returns a seeded pseudo-random generator. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const names = [
  "harbour.PNG",
  "Überblick.pdf",
  "a%b_c.zip",
  "depth.csv",
  "clip.mp4",
  "zip",
  ".png",
  "noext.",
  "photo.jpeg",
  "x.tar.gz",
  "back\\",
  "reef.geojson",
];
const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000);

interface ModelBlob {
  key: string;
  owner: { id: string; name: string } | null;
  at: Date;
}

const FILES_PER_TREE = 25;

/** Returns null for a deleted account. */
function uploaderOf(blob: ModelBlob | null): string | null {
  const name = blob?.owner?.name ?? null;
  return name === "Gone Tomorrow" ? null : name;
}

/** Creates random accounts, blobs, shared assets and current, former and trashed trees. @returns the files that a list must contain */
export async function makePlatform(seed: number): Promise<ModelFile[]> {
  const below = randomNumbers(seed);
  const owners = [
    await createAccount("admin", { name: "Ada Lovelace" }),
    await createAccount("admin", { name: "Öznur Harbour" }),
    await createAccount("admin", { name: "Gone Tomorrow" }),
    null,
  ];
  const blobs: ModelBlob[] = [];
  for (let n = 0; n < 12; n += 1) {
    // Some blobs have the same upload time.
    const blob = { key: randomUUID().replaceAll("-", ""), owner: owners[below(owners.length)] ?? null, at: day(below(8)) };
    blobs.push(blob);
    await pool().query(`INSERT INTO "Blob" (key, size, "ownerId", "uploadedAt") VALUES ($1, 1000, $2, $3)`, [
      blob.key,
      blob.owner?.id,
      blob.at,
    ]);
  }
  const drawFile = (n: number) => {
    const blob = below(6) === 0 ? null : (blobs[below(blobs.length)] ?? null);
    const size = blob ? below(5) * 1000 : 0;
    return { name: `${n}-${names[below(names.length)]}`, isDeep: below(2) === 0, blob, modified: day(below(12)), size };
  };
  const listed: ModelFile[] = [];
  const fill = async (kind: "project" | "assets" | "trash", project: string | null, isListed: boolean): Promise<number> => {
    const { treeId, rootId } = await createTree(db(), kind);
    const { rows } = await pool().query<{ id: number }>(
      `INSERT INTO "Entry" ("treeId", "parentId", kind, name) VALUES ($1, $2, 'folder', 'Tiles.png') RETURNING id`,
      [treeId, rootId],
    );
    for (let n = 0; n < FILES_PER_TREE; n += 1) {
      const { name, isDeep, blob, modified, size } = drawFile(n);
      const { rows: made } = await pool().query<{ id: number }>(
        `INSERT INTO "Entry" ("treeId", "parentId", kind, name, size, "modifiedAt", "blobKey", "offset") VALUES ($1, $2, 'file', $3, $4, $5, $6, $7) RETURNING id`,
        [treeId, isDeep ? rows[0]?.id : rootId, name, size, modified, blob?.key, n],
      );
      const path = isDeep ? `Tiles.png/${name}` : name;
      const known = { id: String(made[0]?.id), name, size, type: typeOfFile(name), project, path };
      if (isListed) listed.push({ ...known, uploader: uploaderOf(blob), date: (blob?.at ?? modified).toISOString() });
    }
    await pool().query(`UPDATE "Tree" SET "fileCount" = $2 WHERE id = $1`, [treeId, FILES_PER_TREE]);
    return treeId;
  };
  for (const name of ["Harbour Depths", "Fjord 2026", "Ada's reef"]) {
    const currentTreeId = BigInt(await fill("project", name, true));
    const project = await createProject(null, { name, safeName: `p-${randomUUID()}`, currentTreeId });
    for (let former = 0; former < 2; former += 1) {
      const treeId = await fill("project", name, false);
      await pool().query(`UPDATE "Tree" SET "projectId" = $2, "retiredAt" = now() WHERE id = $1`, [treeId, project.id]);
    }
    const trashed = await fill("trash", name, false);
    await pool().query(`UPDATE "Tree" SET "projectId" = $2, "trashedAt" = now(), "trashedFrom" = '' WHERE id = $1`, [trashed, project.id]);
  }
  await fill("assets", null, true);
  await createProject(null, { name: "Without a map" });
  await pool().query(`DELETE FROM "Account" WHERE name = 'Gone Tomorrow'`);
  return listed;
}
