import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import unzipper from "unzipper";
import { formatSize, quoteName } from "../../archives/refusals";
import { openInflated, type Slice } from "../../blobs/slice";
import type { BlobStore } from "../../blobs/store";
import { recodeDbf } from "../../data-maps/conversion/dbf-encoding";
import { DataRefusedError } from "../../data-maps/formats/data-file";

export interface InputFile {
  /** Path from the top of the map. */
  path: string;
  slice: Slice | null;
}

/** A file in a work folder. */
export interface LocalInput {
  /** Path from the top of the map, or of the archive that it was in. */
  path: string;
  /** Path from the work folder. */
  file: string;
}

const MOST_ENTRIES = 2_000;
const MOST_BYTES = 4 * 1024 ** 3;

/** Returns a name for the folder of files, so that a geodatabase stays one. */
const localFolder = (index: number, folder: string) => `in/${index}${path.posix.extname(folder).toLowerCase() === ".gdb" ? ".gdb" : ""}`;

/** Copies bytes to a file of a work folder. */
async function write(folder: string, file: string, bytes: Readable): Promise<void> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await pipeline(bytes, createWriteStream(target, { mode: 0o600 }));
}

/** Rewrites DBF files in UTF-8, which the built-in GDAL needs. */
async function recodeAll(folder: string, inputs: readonly LocalInput[]): Promise<void> {
  for (const { file } of inputs) if (/\.dbf$/i.test(file)) await recodeDbf(path.join(folder, file));
}

/** Gives each folder of the files one in the work folder. */
function place(paths: readonly string[]): LocalInput[] {
  const folders = [...new Set(paths.map((file) => path.posix.dirname(file)))];
  return paths.map((file) => {
    const folder = path.posix.dirname(file);
    return { path: file, file: `${localFolder(folders.indexOf(folder), folder)}/${path.posix.basename(file)}` };
  });
}

/** Copies files that belong together to a work folder. */
export async function copyFiles(files: readonly InputFile[], folder: string, store: BlobStore): Promise<LocalInput[]> {
  const inputs = place(files.map((file) => file.path));
  for (const [index, { file }] of inputs.entries()) {
    const slice = files[index]?.slice;
    await write(folder, file, slice ? await openInflated(store, slice) : new PassThrough().end());
  }
  await recodeAll(folder, inputs);
  return inputs;
}

/** Reads an archive in place: only its directory and the entries that are wanted. */
function openArchive(store: BlobStore, slice: Slice): Promise<unzipper.CentralDirectory> {
  const stream = (offset: number, length?: number) => {
    const through = new PassThrough();
    const range = { offset, length: Math.min(length ?? slice.size - offset, slice.size - offset) };
    openInflated(store, slice, range).then(
      (bytes) => bytes.on("error", (error) => through.destroy(error)).pipe(through),
      (error) => through.destroy(error),
    );
    return through;
  };
  return unzipper.Open.custom({ size: () => Promise.resolve(slice.size), stream });
}

const isHarmless = (name: string) => !/[\\:\0]|(^|\/)\.\.(\/|$)|^\//.test(name);

/** Unpacks an archive in a map, such as a zipped Shapefile or KMZ, to a work folder. @throws DataRefusedError */
export async function unpack({ path: archive, slice }: InputFile, folder: string, store: BlobStore): Promise<LocalInput[]> {
  const refuse = (problem: string) => new DataRefusedError(`${quoteName(archive)} ${problem}.`);
  if (!slice) throw refuse("is empty. Make it again, and upload it");
  const { files } = await openArchive(store, slice).catch((error: unknown) => {
    throw Object.assign(refuse("can't be read as a ZIP archive. Make it again, and upload it"), { cause: error });
  });
  const entries = files.filter(({ type, path: name }) => type === "File" && isHarmless(name));
  const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (entries.length > MOST_ENTRIES) throw refuse(`has more than ${MOST_ENTRIES} files. Unpack it, and upload the folder`);
  if (bytes > MOST_BYTES) throw refuse(`has more than ${formatSize(MOST_BYTES)} of files. Unpack it, and upload the folder`);
  if (entries.some(({ flags }) => flags & 1)) throw refuse("is encrypted. Make it without a password, and upload it");
  const inputs = place(entries.map((entry) => entry.path));
  for (const [index, { file }] of inputs.entries()) {
    const entry = entries[index];
    if (entry) await write(folder, file, limit(entry.stream(), entry.uncompressedSize, refuse));
  }
  await recodeAll(folder, inputs);
  return inputs;
}

/** Ends a stream with an error when it has more bytes than the archive declares. */
function limit(bytes: Readable, most: number, refuse: (problem: string) => Error): Readable {
  let count = 0;
  const through = new PassThrough();
  bytes.on("data", (chunk: Buffer) => {
    count += chunk.length;
    if (count > most) bytes.destroy(refuse("is damaged. Make it again, and upload it"));
  });
  bytes.on("error", (error) => through.destroy(error));
  return bytes.pipe(through);
}
