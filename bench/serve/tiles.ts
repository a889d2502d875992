/** The map that the measurements request. Import it after the settings are set. */
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { crc32, deflateRawSync } from "node:zlib";
import { blobStore } from "../../lib/blobs/open";
import { newBlobKey } from "../../lib/blobs/store";
import { db } from "../../lib/db/client";
import { passCookies } from "../../lib/maps/policy";
import { createTree, insertFiles, insertFolders, reserveEntryIds } from "../../lib/trees/mutations";

export const TILE_BYTES = 20_000;
const COLUMNS = 50;
const ROWS = 200;
export const TILES = COLUMNS * ROWS;
/** Tiles that users look at again and again: 40 MB. */
export const USED_TILES = 2_000;

export interface TileMap {
  id: string;
  safeName: string;
}

/** Half of the bytes are noise, so that they compress about as well as tiles. */
function drawTile(): Buffer {
  return Buffer.concat([randomBytes(TILE_BYTES / 2), Buffer.alloc(TILE_BYTES / 2, "sea")]);
}

/**
 * Publishes a map with different tiles in one pack, and a first page of a tile's size.
 * @param copies a folder that gets the same tiles as files; null for none
 */
export async function publishTiles({ deflated, copies }: { deflated: boolean; copies: string | null }): Promise<TileMap> {
  const { treeId, rootId } = await createTree(db());
  const ids = await reserveEntryIds(db(), COLUMNS);
  const folders = ids.map((id, column) => ({ id, parentId: rootId, name: String(column), modifiedAt: new Date(0) }));
  await insertFolders(db(), treeId, folders);
  const blobKey = newBlobKey();
  const pack: Buffer[] = [];
  let end = 0;
  const add = (parentId: number, name: string) => {
    const bytes = drawTile();
    const stored = deflated ? deflateRawSync(bytes) : bytes;
    const method = deflated ? ("deflated" as const) : ("stored" as const);
    const place = { blobKey, offset: end, hasLocalHeader: false, storedSize: stored.length, method };
    pack.push(stored);
    end += stored.length;
    const slice = { ...place, size: bytes.length, crc32: crc32(bytes) };
    return { bytes, row: { parentId, name, modifiedAt: new Date(0), slice } };
  };
  await insertFiles(db(), treeId, [add(rootId, "index.html").row]);
  for (const [column, parentId] of ids.entries()) {
    const files = Array.from({ length: ROWS }, (_, row) => add(parentId, `${row}.png`));
    const rows = files.map(({ row }) => row);
    await insertFiles(db(), treeId, rows);
    if (copies === null) continue;
    const folder = path.join(copies, String(column));
    await mkdir(folder, { recursive: true });
    await Promise.all(files.map(({ bytes, row }) => writeFile(path.join(folder, row.name), bytes)));
  }
  await blobStore().write(blobKey, Readable.from(pack));
  const name = deflated ? "deflated" : "stored";
  return db().project.create({ data: { name, safeName: name, currentTreeId: treeId } });
}

/** Returns the path of a random tile. @param base path of the map or of the folder with copies, with a slash at its end @param of number of tiles */
export function tilePath(base: string, of = USED_TILES): string {
  const tile = Math.floor(Math.random() * of);
  return `${base}${Math.floor(tile / ROWS)}/${tile % ROWS}.png`;
}

/** Signs in a user. @returns a function that returns the header line that opens a map */
export async function openMaps(): Promise<(map: TileMap) => string> {
  const account = await db().account.create({ data: { role: "admin", name: "Bench", email: "bench@example.com", passwordHash: "none" } });
  const session = await db().session.create({ data: { accountId: account.id, expiresAt: new Date(Date.now() + 3_600_000) } });
  return ({ id, safeName }) => {
    const [cookie = ""] = passCookies({ account: account.id, session: session.id, project: id, scope: safeName }, Date.now());
    return `Cookie: ${cookie.split(";")[0]}\r\n`;
  };
}
