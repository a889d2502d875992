/** ZIP archives made in the browser. Field names follow APPNOTE 4.3.7 and 4.3.12. */

interface Entry {
  /** Bytes are a name that declares no encoding. */
  name: string | Uint8Array<ArrayBuffer>;
  size?: number;
  flags?: number;
  method?: number;
  /** Unix mode, such as that of a symbolic link. */
  mode?: number;
}

type Field = [bytes: 2 | 4, value: number];

const UTF8 = 0x0800;
const MADE_BY_UNIX = 0x031e;

function fields(...given: Field[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(given.reduce((length, [bytes]) => length + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of given) {
    if (bytes === 4) view.setUint32(at, value, true);
    else view.setUint16(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

function partsOf({ name, size = 0, flags = 0, method = 0, mode = 0 }: Entry, offset: number) {
  const isText = typeof name === "string";
  const title = isText ? new TextEncoder().encode(name) : name;
  const shared: Field[] = [
    [2, 20],
    [2, isText ? flags | UTF8 : flags],
    [2, method],
    [4, 0x0021_0000],
    [4, 0],
    [4, size],
    [4, size],
    [2, title.length],
    [2, 0],
  ];
  const local = [fields([4, 0x04034b50], ...shared), title, new Uint8Array(size)];
  const rest: Field[] = [
    [2, 0],
    [2, 0],
    [2, 0],
    [4, (mode << 16) >>> 0],
    [4, offset],
  ];
  return { local, record: [fields([4, 0x02014b50], [2, MADE_BY_UNIX], ...shared, ...rest), title] };
}

const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((length, part) => length + part.length, 0);

/** Builds an archive of stored entries that contain zeros. */
export function smallZip(entries: readonly Entry[]): Blob {
  const bodies: Uint8Array<ArrayBuffer>[] = [];
  const records: Uint8Array<ArrayBuffer>[] = [];
  for (const entry of entries) {
    const { local, record } = partsOf(entry, lengthOf(bodies));
    bodies.push(...local);
    records.push(...record);
  }
  const [count, start, size] = [entries.length, lengthOf(bodies), lengthOf(records)];
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, start], [2, 0]);
  return new Blob([...bodies, ...records, end]);
}
