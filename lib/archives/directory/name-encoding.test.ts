import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { getFileNameLowLevel } from "yauzl";
import { decodeName, type NameEncoding, nameEncodings } from "./name-encoding";

const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes);

describe("decodeName", () => {
  it("decodes every character of code page 437 as yauzl does, and keeps control characters", () => {
    for (let byte = 0; byte < 256; byte += 1) {
      const expected = byte < 0x20 || byte === 0x7f ? String.fromCharCode(byte) : getFileNameLowLevel(0, Buffer.from([byte]), [], true);
      // The library has a plain space for the no-break space.
      expect((decodeName(Buffer.from([byte]), "cp437") ?? "").replace("\u00a0", " ")).toBe(expected.replace("\u00a0", " "));
    }
  });

  it.each(["cp850", "cp852", "cp866", "windows-1250", "windows-1251", "windows-1252"] as const)("decodes every byte of %s", (encoding) => {
    for (let byte = 0x80; byte < 0x100; byte += 1) {
      const expected = iconv.decode(Buffer.from([byte]), encoding);
      expect(decodeName(bytesOf(byte), encoding), `byte ${byte}`).toBe(expected === "\ufffd" ? null : expected);
    }
  });

  it.each<[NameEncoding, string]>([
    ["utf-8", "データ/São_Paulo.js"],
    ["shift_jis", "データ/東京～表.js"],
    ["gbk", "地图/北京.js"],
    ["big5", "地圖/臺北.js"],
    ["euc-kr", "지도/서울.js"],
    ["cp850", "data/São_Paulo.js"],
    ["cp852", "Kraków/Łódź.js"],
    ["cp866", "Карты/Москва.js"],
    ["windows-1250", "Kraków/Łódź.js"],
    ["windows-1251", "Карты/Москва.js"],
    ["windows-1252", "Maße/Tromsø “A”.js"],
  ])("decodes a name in %s", (encoding, name) => {
    const label = encoding === "shift_jis" ? "cp932" : encoding;
    expect(decodeName(iconv.encode(name, label), encoding)).toBe(name);
  });

  it.each<[NameEncoding, Uint8Array]>([
    ["utf-8", bytesOf(0xc3)],
    ["shift_jis", bytesOf(0x80)],
    ["gbk", bytesOf(0x81, 0x30, 0x81, 0x30)],
    ["big5", bytesOf(0xc6, 0xa1)],
    ["euc-kr", bytesOf(0x81, 0x41)],
    ["windows-1252", bytesOf(0x81)],
  ])("returns null for bytes that %s leaves undefined", (encoding, bytes) => {
    expect(decodeName(bytes, encoding)).toBeNull();
  });

  it.each(nameEncodings)("decodes letters, digits and punctuation of ASCII in %s", (encoding) => {
    const text = Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index)).join("");
    expect(decodeName(Buffer.from(text), encoding)).toBe(text);
  });
});
