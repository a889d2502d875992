import { deflateRawSync } from "node:zlib";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { type CraftedEntry, craftZip, extraField } from "@/tests/setup/craft-zip";
import { ArchiveDirectory } from "./archive-directory";
import { findUndeclaredNames } from "./find-encoding";
import type { NameEncoding } from "./name-encoding";

const MS_DOS = 0x0014;

/** Entries as Windows writes them, with names in a code page of its own. */
const named = (codePage: string, ...names: string[]): CraftedEntry[] =>
  names.map((name) => ({ name: iconv.encode(name, codePage), madeBy: MS_DOS, data: Buffer.from(".") }));
const pageOf = (text: string | Buffer, name = "index.html", method = 8): CraftedEntry => ({ name, data: Buffer.from(text), method });

const escaped = (form: (code: number) => string) => "Kraków/Wrocław.js".replace(/[^\0-\u007f]/g, (letter) => form(letter.charCodeAt(0)));

async function find(entries: readonly CraftedEntry[]) {
  const bytes = craftZip(entries);
  let bytesRead = 0;
  const read = (position: number, length: number) => {
    bytesRead += length;
    const isWithin = position >= 0 && position + length <= bytes.length;
    if (!isWithin) return Promise.reject(new RangeError("The read is outside of the archive."));
    return Promise.resolve(new Uint8Array(bytes.subarray(position, position + length)));
  };
  const directory = await ArchiveDirectory.open(read, bytes.length);
  const found = await findUndeclaredNames(directory, read);
  return { found, encoding: found?.encoding, bytesRead };
}

describe("findUndeclaredNames", () => {
  it("returns null when every name is ASCII or declares UTF-8", async () => {
    const unicodePath = Buffer.concat([Buffer.from([1, 0x56, 0x8a, 0x42, 0x7d]), Buffer.from("é")]);
    expect((await find([pageOf("<p>"), { name: "データ.js" }, { name: "a", extra: extraField(0x7075, unicodePath) }])).found).toBeNull();
  });

  it("returns null for valid UTF-8 of Unix without the flag", async () => {
    expect((await find([{ name: Buffer.from("データ.js"), madeBy: 0x031e }])).found).toBeNull();
  });

  it.each<[string, CraftedEntry]>([
    ["as they are", pageOf('<script src="Kraków/Wrocław.js">')],
    ["in a stored page", pageOf('<script src="Kraków/Wrocław.js">', "index.html", 0)],
    ["as addresses", pageOf(`<a href="${encodeURI("Kraków/Wrocław.js")}">`)],
    ["as escapes of JavaScript", pageOf(`fetch("${escaped((code) => `\\u0${code.toString(16).padStart(3, "0")}`)}")`, "app.js")],
    ["as escapes of HTML", pageOf(`<a href="${escaped((code) => `&#x${code.toString(16)};`)}">`)],
    ["with combining accents", pageOf('"Kraków/Wrocław.js"'.normalize("NFD"), "data/files.json")],
    ["in the charset of the page", pageOf(iconv.encode('<meta charset="iso-8859-2"><a href="Kraków/Wrocław.js">', "iso-8859-2"))],
    ["in a page with a broken end", { ...pageOf(""), stored: deflateRawSync('<a href="Kraków/Wrocław.js">'.repeat(9)).subarray(0, -3) }],
  ])("returns the encoding whose names the pages mention %s", async (_, page) => {
    expect((await find([page, ...named("cp852", "Kraków/Wrocław.js")])).encoding).toBe("cp852");
  });

  it("prefers what pages mention to what is likely", async () => {
    const ambiguous = iconv.encode("Málaga.js", "windows-1252");
    expect((await find([{ name: ambiguous, madeBy: MS_DOS }])).encoding).toBe("cp850");
    expect((await find([pageOf('<script src="Málaga.js">'), { name: ambiguous, madeBy: MS_DOS }])).encoding).toBe("windows-1252");
    expect((await find([pageOf('<script src="M%C3%9Flaga.js">'), { name: ambiguous, madeBy: MS_DOS }])).encoding).toBe("cp850");
  });

  it("returns the encoding of the most mentioned names when the pages mention names of several", async () => {
    const names = named("windows-1252", "Málaga.js", "Ávila.js", "Cádiz.js");
    expect((await find([pageOf("Mßlaga Ávila Cádiz"), ...names])).encoding).toBe("windows-1252");
  });

  it.each<[NameEncoding, string[]]>([
    ["utf-8", ["é.js"]],
    ["utf-8", ["データ.js"]],
    ["shift_jis", ["データ/東京.js"]],
    ["shift_jis", ["表/図.js"]],
    ["shift_jis", ["map東京.js"]],
    ["gbk", ["地图.js"]],
    ["gbk", ["上海/新建文件夹.png"]],
    ["big5", ["地圖.js"]],
    ["big5", ["資料/新資料夾.png"]],
    ["euc-kr", ["지도.js"]],
    ["euc-kr", ["새 폴더/부산.png"]],
    ["cp850", ["data/São_Paulo.js", "data/Tromsø.js"]],
    ["cp850", ["Straße.js"]],
    ["cp850", ["España.js"]],
    ["cp850", ["MÜNCHEN.js"]],
    ["cp852", ["Łódź.js"]],
    ["cp852", ["Plzeň.js", "České Budějovice.js"]],
    ["cp866", ["Новая папка/Карта.js"]],
    ["cp866", ["ДАННЫЕ.js"]],
    ["windows-1250", ["Kraków/Wrocław.js"]],
    ["windows-1251", ["Новая папка/Карта.js"]],
    ["windows-1252", ["São_Paulo.js", "Tromsø.js"]],
  ])("returns %s without pages for %j", async (encoding, names) => {
    const codePage = encoding === "shift_jis" ? "cp932" : encoding;
    expect((await find(named(codePage, ...names))).encoding).toBe(encoding);
  });

  it("returns only encodings that can decode every name", async () => {
    const names = named("cp850", ...Array.from({ length: 500 }, (_, index) => `é${index}é.png`), "Tromsø.png");
    const { found } = await find(names);
    expect(found?.possible).toEqual(["cp850", "cp852", "cp866", "windows-1252", "windows-1250", "windows-1251", "cp437"]);
  });

  it("returns three names as examples", async () => {
    const { found } = await find(named("cp850", "é1.png", "é2.png", "é3.png", "é4.png"));
    expect(found?.examples.map((name) => iconv.decode(Buffer.from(name), "cp850"))).toEqual(["é1.png", "é2.png", "é3.png"]);
  });

  it("reads little of huge pages, and few of many", async () => {
    const huge = { name: "index.html", method: 8, stored: deflateRawSync(Buffer.alloc(64 * 1024 * 1024)), size: 64 * 1024 * 1024 };
    const pages = Array.from({ length: 40 }, (_, index) => pageOf(Buffer.alloc(600 * 1024), `${index}.html`, 0));
    const { bytesRead, encoding } = await find([huge, ...pages, ...named("cp850", "Tromsø.js")]);
    expect(encoding).toBe("cp850");
    expect(bytesRead).toBeLessThan(12 * 1024 * 1024);
  });

  it("ignores words that are too long for a name, such as endless accents", async () => {
    const page = pageOf(`Mßlaga ${"e\u0301\u0323".padEnd(250_000, "\u0301\u0323")}`, "index.html", 0);
    expect((await find([page, ...named("windows-1252", "Málaga.js")])).encoding).toBe("cp850");
  });

  it("ignores pages that are damaged, or outside of the archive", async () => {
    const damaged = { ...pageOf(""), stored: Buffer.from("not deflated") };
    const outside = { ...pageOf("<p>", "outside.html"), offset: 4_000_000_000 };
    const long = { ...pageOf("<p>", "long.html", 0), storedSize: 4_000_000_000 };
    expect((await find([damaged, outside, ...named("cp850", "Tromsø.js"), long])).encoding).toBe("cp850");
  });

  it("throws errors of the read", async () => {
    const bytes = craftZip([pageOf("<p>"), ...named("cp850", "é")]);
    const read = (position: number, length: number) => Promise.resolve(new Uint8Array(bytes.subarray(position, position + length)));
    const directory = await ArchiveDirectory.open(read, bytes.length);
    await expect(findUndeclaredNames(directory, () => Promise.reject(new Error("unavailable")))).rejects.toThrow("unavailable");
  });

  it("finds the encoding of 100,000 names in pages that mention 30,000 of them", async () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `Straße ${index}/Größe ${index}.png`);
    const page = pageOf(JSON.stringify(names.slice(0, 30_000)), "files.json");
    const { encoding } = await find([page, ...named("windows-1252", ...names)]);
    expect(encoding).toBe("windows-1252");
  });
});
