import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { encode } from "iconv-lite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recodeDbf } from "./dbf-encoding";

interface Table {
  width: number;
  languageDriver: number;
  name: Buffer;
}

/** Returns a DBF file with a field of text and one of numbers. */
function makeDbf(texts: readonly Buffer[], { width = 12, languageDriver = 0, name = Buffer.from("NAME") }: Partial<Table> = {}): Buffer {
  const header = Buffer.alloc(32 + 2 * 32 + 1);
  header[0] = 3;
  header.writeUInt32LE(texts.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + width + 4, 10);
  header[29] = languageDriver;
  header.set(name, 32);
  header.write("C", 32 + 11);
  header[32 + 16] = width;
  header.write("SIZE", 64);
  header.write("N", 64 + 11);
  header[64 + 16] = 4;
  header[96] = 0x0d;
  const records = texts.map((text, index) => {
    const record = Buffer.alloc(1 + width + 4, " ");
    record.set(text.subarray(0, width), 1);
    record.write(String(index).padStart(4), 1 + width);
    return record;
  });
  return Buffer.concat([header, ...records, Buffer.of(0x1a)]);
}

/** Returns the rows of a DBF file of `makeDbf`, in UTF-8. */
function readDbf(bytes: Buffer) {
  const [start, length, width] = [bytes.readUInt16LE(8), bytes.readUInt16LE(10), bytes[48] ?? 0];
  const rows = Array.from({ length: bytes.readUInt32LE(4) }, (_, index) => bytes.subarray(start + index * length).subarray(0, length));
  return {
    name: bytes.toString("utf8", 32, bytes.indexOf(0, 32)),
    texts: rows.map((row) => row.toString("utf8", 1, 1 + width).trimEnd()),
    numbers: rows.map((row) => Number(row.toString("latin1", 1 + width, 1 + width + 4))),
  };
}

describe("recodeDbf", () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "sea-vision-dbf-"));
    file = path.join(folder, "towns.dbf");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const recode = async (bytes: Buffer) => {
    await writeFile(file, bytes);
    await recodeDbf(file);
    return readDbf(await readFile(file));
  };

  it.each([
    ["cp437", 0x01, "Müller"],
    ["cp850", 0x02, "Århus"],
    ["cp852", 0x64, "Łódź"],
    ["cp866", 0x65, "Москва"],
    ["cp1250", 0xc8, "Příbram"],
    ["cp932", 0x7b, "東京"],
  ])("reads %s as the language driver %d says", async (encoding, languageDriver, town) => {
    expect((await recode(makeDbf([encode(town, encoding)], { languageDriver }))).texts).toEqual([town]);
  });

  it.each([
    ["852", "cp852", "Łódź"],
    ["ANSI 1250", "cp1250", "Příbram"],
    ["ISO 88592", "iso-8859-2", "Łódź"],
    ["ISO-8859-1", "cp1252", "Größe"],
    ["LDID/101", "cp866", "Москва"],
    ["Big5", "big5", "臺北"],
  ])("prefers the .cpg file %s to the language driver, and replaces it", async (cpg, encoding, town) => {
    await writeFile(path.join(folder, "towns.CPG"), cpg);
    expect((await recode(makeDbf([encode(town, encoding)], { languageDriver: 0x03 }))).texts).toEqual([town]);
    expect(await readdir(folder)).toEqual(["towns.cpg", "towns.dbf"]);
    expect(await readFile(path.join(folder, "towns.cpg"), "utf8")).toBe("UTF-8");
  });

  it.each([
    ["Western European", "cp1252", ["Größe", "Müller", "Straße"]],
    ["a few", "cp1252", ["Bäcker"]],
    ["UTF-8", "utf-8", ["Größe", "Łódź"]],
    ["Polish", "cp1250", ["Łódź", "Kraków", "Świętochłowice", "Żary", "Gdańsk", "Zielona Góra", "Częstochowa"]],
    ["DOS", "cp850", ["Köln", "Nürnberg", "Ängelholm"]],
    ["Cyrillic", "cp1251", ["Москва", "Санкт-Петербург", "Нижний Новгород", "Екатеринбург"]],
  ])("guesses the encoding of %s texts where nothing declares it", async (_name, encoding, towns) => {
    const table = makeDbf(
      towns.map((town) => encode(town, encoding)),
      { width: 40, languageDriver: 0x57 },
    );
    expect((await recode(table)).texts).toEqual(towns);
  });

  it("widens a field for texts that are longer in UTF-8, and keeps other fields", async () => {
    const towns = ["ÄÖÜÄÖÜÄÖÜÄÖÜ", "Ulm"];
    const { texts, numbers } = await recode(
      makeDbf(
        towns.map((town) => encode(town, "cp1252")),
        { languageDriver: 0x03 },
      ),
    );
    expect(texts).toEqual(towns);
    expect(numbers).toEqual([0, 1]);
  });

  it("cuts a text of more than 254 bytes between two characters", async () => {
    const { texts } = await recode(makeDbf([encode(`x${"ä".repeat(200)}`, "cp1252")], { width: 254, languageDriver: 0x03 }));
    expect(texts).toEqual([`x${"ä".repeat(126)}`]);
  });

  it("recodes the name of a field", async () => {
    expect((await recode(makeDbf([], { languageDriver: 0x03, name: encode("GRÖSSE", "cp1252") }))).name).toBe("GRÖSSE");
  });

  it("leaves a file that isn't DBF unchanged", async () => {
    await writeFile(file, "no table");
    await recodeDbf(file);
    expect(await readFile(file, "utf8")).toBe("no table");
    expect(await readdir(folder)).toEqual(["towns.dbf"]);
  });
});
