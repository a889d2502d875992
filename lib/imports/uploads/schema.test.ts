import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseUploadMetadata, uploadLengthSchema, uploadMetadataSchema } from "./schema";

const base64 = (value: string) => Buffer.from(value).toString("base64");

describe("parseUploadMetadata", () => {
  it.each<[string, Record<string, string>]>([
    [`filename ${base64("karte.zip")}`, { filename: "karte.zip" }],
    [`filename ${base64("kärtchen 🗺.zip")},uploadType ${base64("zip")}`, { filename: "kärtchen 🗺.zip", uploadType: "zip" }],
    [`a ${base64("1")}, b ${base64("2")}`, { a: "1", b: "2" }],
    ["is_confidential", { is_confidential: "" }],
    ["empty ", { empty: "" }],
  ])("reads %j", (header, expected) => {
    expect(parseUploadMetadata(header)).toEqual(expected);
  });

  it.each([
    ["nothing at all", ""],
    ["an empty pair", `a ${base64("1")},`],
    ["a key twice", `a ${base64("1")},a ${base64("2")}`],
    ["a value that is not Base64", "a §§§§"],
    ["Base64 of a wrong length", "a abc"],
    ["padding in the middle", "a ab==abcd"],
    ["bytes that are not UTF-8", `a ${Buffer.from([0xff, 0xfe, 0xfd]).toString("base64")}`],
    ["a third word", `a ${base64("1")} b`],
    ["a key outside ASCII", `ä ${base64("1")}`],
  ])("rejects %s", (_what, header) => {
    expect(parseUploadMetadata(header)).toBeNull();
  });

  it("reads every header that a client can write", () => {
    const key = fc.stringMatching(/^[!-+\--~]{1,20}$/);
    const record = fc.dictionary(key, fc.string({ unit: "grapheme" }), { minKeys: 1, noNullPrototype: true });
    fc.assert(
      fc.property(record, (written) => {
        const header = Object.entries(written)
          .map(([name, value]) => `${name} ${base64(value)}`)
          .join(",");
        expect(parseUploadMetadata(header)).toEqual(written);
      }),
    );
  });
});

describe("uploadMetadataSchema", () => {
  it("keeps fields of other clients", () => {
    const given = { filename: "map.zip", uploadType: "zip", userRole: "admin", type: "application/zip" };
    expect(uploadMetadataSchema.parse(given)).toEqual(given);
  });

  it.each([
    ["a ZIP upload of something else", { uploadType: "zip", filename: "map.tar" }, "Please select a valid ZIP file"],
    ["a project name that is too long", { projectName: "x".repeat(51) }, "Upload-Metadata: projectName can have at most 50 characters."],
    [
      "an unknown encoding of names",
      { nameEncoding: "cp9999" },
      "nameEncoding must be one of utf-8, shift_jis, gbk, big5, euc-kr, cp850, cp852, cp866, windows-1252, windows-1250, windows-1251, cp437, cp932, cp936, cp949, cp950, ibm866.",
    ],
    ["a NUL", { filename: "a\0.zip" }, "Upload-Metadata: filename contains a NUL character."],
    ["an unknown value that is too long", { other: "x".repeat(1_025) }, "Upload-Metadata: a value can have at most 1024 characters."],
  ])("rejects %s", (_what, given, message) => {
    expect(uploadMetadataSchema.safeParse(given).error?.issues[0]?.message).toBe(message);
  });
});

describe("uploadLengthSchema", () => {
  it.each([
    ["0", 0],
    ["107374182401", 107_374_182_401],
  ])("reads %s", (given, expected) => {
    expect(uploadLengthSchema.parse(given)).toBe(expected);
  });

  it.each(["", "-1", "+1", "1.5", "1e3", "01", " 1", "0x10", "9999999999999999", "NaN"])("rejects %j", (given) => {
    expect(uploadLengthSchema.safeParse(given).success).toBe(false);
  });
});
