import { type FileHandle, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { decode } from "iconv-lite";
import { guessEncoding } from "../../archives/directory/find-encoding";
import { toNameEncoding } from "../../archives/directory/name-encoding";
import { findEncoding as findTextEncoding } from "../formats/find-encoding";
import { encodingOfCpg, encodingOfLanguageDriver } from "./dbf-code-pages";
import { type DbfField, type DbfTable, readRecords, readTable } from "./dbf-table";

/** Bytes of the longest text and of the longest name of a field. */
const MOST_BYTES = 254;
const MOST_NAME_BYTES = 10;
const SAMPLE_BYTES = 64 * 1024;
const SPACE = 0x20;

const isAscii = (bytes: Buffer) => bytes.every((byte) => byte < 0x80);

/** Returns a text without the spaces and zeros that fill its field. */
function trim(bytes: Buffer): Buffer {
  let end = bytes.indexOf(0);
  if (end === -1) end = bytes.length;
  while (end > 0 && bytes[end - 1] === SPACE) end -= 1;
  return bytes.subarray(0, end);
}

/** Cuts a text between two characters. */
function cut(bytes: Buffer, most: number): Buffer {
  let end = Math.min(bytes.length, most);
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

function toUtf8(bytes: Buffer, encoding: string, most: number): Buffer {
  const text = trim(bytes);
  return cut(isAscii(text) ? text : Buffer.from(decode(text, encoding)), most);
}

const bytesOf = (record: Buffer, { start, width }: DbfField) => record.subarray(start, start + width);

/** Returns the names of the `.cpg` files of a DBF, which may have capital letters. */
async function findCpg(file: string): Promise<string[]> {
  const wanted = `${path.parse(file).name}.cpg`.toLowerCase();
  const names = await readdir(path.dirname(file));
  return names.filter((name) => name.toLowerCase() === wanted).map((name) => path.join(path.dirname(file), name));
}

/** Guesses from the texts, where nothing declares an encoding. Tables have code pages of Windows more often than those of DOS. */
async function guess(file: FileHandle, table: DbfTable): Promise<string> {
  const texts = table.fields.filter(({ isText }) => isText);
  const names = table.fields.map(({ at }) => trim(table.header.subarray(at, at + 11)));
  const found = names.filter((name) => !isAscii(name)).flatMap((name) => [name, Buffer.from("\n")]);
  let bytes = 0;
  for await (const records of readRecords(file, table)) {
    for (const record of records) {
      for (const value of texts.map((field) => trim(bytesOf(record, field)))) {
        if (isAscii(value)) continue;
        found.push(value, Buffer.from("\n"));
        bytes += value.length;
      }
    }
    if (bytes > SAMPLE_BYTES) break;
  }
  const sample = Buffer.concat(found);
  const likely = toNameEncoding((await findTextEncoding(sample)).replace("iso-8859-2", "windows-1250"));
  return guessEncoding(sample, [...(likely ? [likely] : []), "windows-1252", "windows-1250", "windows-1251"]);
}

async function findEncoding(file: FileHandle, table: DbfTable, cpg: string | undefined): Promise<string> {
  const declared = cpg === undefined ? null : encodingOfCpg(await readFile(cpg, "latin1"));
  return declared ?? encodingOfLanguageDriver(table.header[29] ?? 0) ?? guess(file, table);
}

/** Returns the widths that the fields need in UTF-8, and whether any text is not ASCII. */
async function measure(file: FileHandle, table: DbfTable, encoding: string) {
  const widths = table.fields.map(({ width }) => width);
  let hasOthers = !isAscii(table.header.subarray(32));
  for await (const records of readRecords(file, table)) {
    for (const record of records) {
      table.fields.forEach((field, index) => {
        if (!field.isText || isAscii(bytesOf(record, field))) return;
        hasOthers = true;
        widths[index] = Math.max(widths[index] ?? 0, toUtf8(bytesOf(record, field), encoding, MOST_BYTES).length);
      });
    }
  }
  return { widths, hasOthers };
}

/** Returns the header of the table in UTF-8. */
function recodeHeader({ header, fields }: DbfTable, widths: readonly number[], encoding: string): Buffer {
  const recoded = Buffer.from(header);
  recoded.writeUInt16LE(1 + widths.reduce((sum, width) => sum + width, 0), 10);
  recoded[29] = 0;
  fields.forEach(({ at }, index) => {
    const name = toUtf8(header.subarray(at, at + 11), encoding, MOST_NAME_BYTES);
    recoded.fill(0, at, at + 11).set(name, at);
    recoded[at + 16] = widths[index] ?? 0;
  });
  return recoded;
}

async function write(target: string, file: FileHandle, table: DbfTable, widths: readonly number[], encoding: string): Promise<void> {
  const header = recodeHeader(table, widths, encoding);
  const recordLength = header.readUInt16LE(10);
  const output = await open(target, "wx");
  try {
    await output.writeFile(header);
    for await (const records of readRecords(file, table)) {
      const chunk = Buffer.alloc(records.length * recordLength, SPACE);
      records.forEach((record, row) => {
        let at = row * recordLength;
        chunk[at++] = record[0] ?? SPACE;
        table.fields.forEach((field, index) => {
          const value = bytesOf(record, field);
          chunk.set(field.isText ? toUtf8(value, encoding, MOST_BYTES) : value, at);
          at += widths[index] ?? 0;
        });
      });
      await output.writeFile(chunk);
    }
    await output.writeFile(Buffer.of(0x1a));
  } finally {
    await output.close();
  }
}

/**
 * Rewrites a DBF file and its `.cpg` in UTF-8. GDAL as WebAssembly can't convert code pages, and without a `.cpg` GDAL doesn't detect them.
 * Texts that need more than 254 bytes are cut. Files that aren't DBF stay as they are.
 */
export async function recodeDbf(dbf: string): Promise<void> {
  const cpgs = await findCpg(dbf);
  const file = await open(dbf);
  try {
    const table = await readTable(file);
    if (!table) return;
    const encoding = await findEncoding(file, table, cpgs[0]);
    const { widths, hasOthers } = await measure(file, table, encoding);
    if (encoding !== "utf-8" && hasOthers) {
      const target = `${dbf}.utf8`;
      await write(target, file, table, widths, encoding);
      await rename(target, dbf);
    }
  } finally {
    await file.close();
  }
  for (const cpg of cpgs) await rm(cpg);
  await writeFile(path.join(path.dirname(dbf), `${path.parse(dbf).name}.cpg`), "UTF-8");
}
