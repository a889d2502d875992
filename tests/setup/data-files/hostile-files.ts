/** Small files that take a parser hours or gigabytes. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import sqlite from "node-sqlite3-wasm";

const PAGE_BYTES = 4096;
const pageAt = (number: number) => (number - 1) * PAGE_BYTES;

/** Returns an interior page of a table whose cells all refer to one page (SQLite file format, 1.6). */
function interiorPage(child: number, cells = 400): Buffer {
  const page = Buffer.alloc(PAGE_BYTES);
  let at = PAGE_BYTES;
  page[0] = 5;
  for (let cell = 0; cell < cells; cell += 1) {
    at -= 5;
    page.writeUInt32BE(child, at);
    page[at + 4] = 1;
    page.writeUInt16BE(at, 12 + 2 * cell);
  }
  page.writeUInt16BE(cells, 3);
  page.writeUInt16BE(at, 5);
  page.writeUInt32BE(child, 8);
  return page;
}

/** Returns an MBTiles file whose table refers to one page of tiles 400⁶ times. */
export async function endlessMbtiles(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-hostile-"));
  try {
    const file = path.join(folder, "a.mbtiles");
    const database = new sqlite.Database(file);
    database.exec(`PRAGMA page_size = ${PAGE_BYTES}; CREATE TABLE metadata (name text, value text)`);
    database.exec("CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob); BEGIN");
    for (let tile = 0; tile < 20_000; tile += 1)
      database.run("INSERT INTO tiles VALUES (5, ?, ?, ?)", [tile % 32, tile % 31, Buffer.alloc(22, 1)]);
    database.exec("COMMIT");
    const root = Number(database.get("SELECT rootpage FROM sqlite_schema WHERE name = 'tiles'")?.rootpage);
    database.close();
    const bytes = await readFile(file);
    const pages = bytes.length / PAGE_BYTES;
    let child = bytes.readUInt32BE(pageAt(root) + 8);
    const added: Buffer[] = [];
    while (added.length < 6) {
      added.push(interiorPage(child));
      child = pages + added.length;
    }
    interiorPage(child).copy(bytes, pageAt(root));
    bytes.writeUInt32BE(pages + added.length, 28);
    return Buffer.concat([bytes, ...added]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns nested tracks with elements in the innermost one. */
export const nestedTracks = (depth = 1_500, elements = 150_000) =>
  `<gpx>${"<trk>".repeat(depth)}<trkpt lat="1" lon="1"/><trkpt lat="2" lon="2"/>${"<b/>".repeat(elements)}${"</trk>".repeat(depth)}</gpx>`;

/** Returns a table with a quoted field that has millions of quotes. */
export const quotedTable = (quotes = 5_000_000) => `x,y,z\n1,2,"${'x"'.repeat(quotes)}x${" ".repeat(quotes)},\n3,4,5\n`;

export const spacedLine = (spaces = 4_800_000) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><LineString><coordinates>1${" ".repeat(spaces)}x</coordinates></LineString></Placemark></kml>`;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

/** Returns PMTiles whose root directory claims more entries than it has. */
export function claimingPmtiles(entries = 10_000_000): Buffer {
  const root = gzipSync(Buffer.concat([Buffer.from(varint(entries)), Buffer.alloc(entries + 400_000)]), { level: 9 });
  const header = Buffer.alloc(127);
  header.write("PMTiles");
  header[7] = 3;
  const end = header.length + root.length;
  for (const [index, value] of [header.length, root.length, end, 0, end, 0, end, 1, 1, 1, 1].entries()) {
    header.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  }
  header.set([0, 2, 1, 1, 0, 14], 96);
  return Buffer.concat([header, root, Buffer.alloc(1)]);
}

/** Returns a TIFF whose tags all have the same bytes. */
export function overlappingTags(tags = 65_000): Buffer {
  const bytes = Buffer.alloc(tags * 18 + 100, "A");
  bytes.write("II*\0", "latin1");
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(tags, 8);
  for (let tag = 0; tag < tags; tag += 1) {
    const at = 10 + tag * 12;
    bytes.writeUInt16LE((tag + 1) & 0xffff, at);
    bytes.writeUInt16LE(1, at + 2);
    bytes.writeUInt32LE(tags * 18 - 400, at + 4);
    bytes.writeUInt32LE(40, at + 8);
  }
  bytes.writeUInt32LE(0, 10 + tags * 12);
  return bytes;
}
