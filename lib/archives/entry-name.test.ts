import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { extraField } from "../../tests/setup/craft-zip";
import { decodeEntryName, type RawEntryName } from "./entry-name";

const MS_DOS = 0;
const UNIX = 3;
const MACOS = 19;
const nothing = Buffer.alloc(0);

function decode(bytes: Buffer, given: Partial<RawEntryName> = {}): string | null {
  return decodeEntryName({ bytes, utf8: false, host: MS_DOS, extraField: nothing, ...given });
}

/** As Info-ZIP writes it next to a name in another character set. */
function unicodePath(name: Buffer, path: string, version = 1): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(version, 0);
  head.writeUInt32LE(crc32(name), 1);
  return extraField(0x7075, Buffer.concat([head, Buffer.from(path)]));
}

describe("decodeEntryName", () => {
  it("reads UTF-8 when the archive declares it", () => {
    expect(decode(Buffer.from("地図.png"), { utf8: true })).toBe("地図.png");
  });

  it("detects a name that only claims to be UTF-8", () => {
    expect(decode(Buffer.from([0x61, 0xff, 0xfe]), { utf8: true })).toBeNull();
    expect(decode(Buffer.from([0xc0, 0xaf]), { utf8: true }), "an overlong slash").toBeNull();
    expect(decode(Buffer.from([0xed, 0xa0, 0x80]), { utf8: true }), "half a surrogate pair").toBeNull();
  });

  it("reads code page 437 when the archive declares nothing", () => {
    expect(decode(Buffer.from([0x81, 0x62, 0x65, 0x72, 0x2e, 0x68]))).toBe("über.h");
  });

  it.each([UNIX, MACOS])("reads valid UTF-8 bytes of system %i as UTF-8", (host) => {
    expect(decode(Buffer.from("été.png"), { host })).toBe("été.png");
    expect(decode(Buffer.from([0x82, 0x74, 0x82]), { host })).toBe("été");
  });

  it("does not read the bytes of MS-DOS as UTF-8", () => {
    expect(decode(Buffer.from("é"))).toBe("├⌐");
  });

  it("reads a name that declares nothing in the encoding of its archive", () => {
    const bytes = Buffer.from([0x54, 0x72, 0x6f, 0x6d, 0x73, 0x9b]);
    expect(decodeEntryName({ bytes, utf8: false, host: MS_DOS, extraField: nothing }, "cp850")).toBe("Tromsø");
    expect(decodeEntryName({ bytes, utf8: false, host: UNIX, extraField: nothing }, "cp850")).toBe("Tromsø");
    expect(decodeEntryName({ bytes, utf8: false, host: MS_DOS, extraField: nothing }, "shift_jis")).toBeNull();
  });

  it("ignores the encoding of the archive for names that declare one", () => {
    const name = Buffer.from([0x3f, 0x9b]);
    expect(decodeEntryName({ bytes: Buffer.from("é"), utf8: true, host: MS_DOS, extraField: nothing }, "cp850")).toBe("é");
    expect(decodeEntryName({ bytes: Buffer.from("é"), utf8: false, host: MACOS, extraField: nothing }, "cp850")).toBe("é");
    expect(decodeEntryName({ bytes: name, utf8: false, host: MS_DOS, extraField: unicodePath(name, "地") }, "cp850")).toBe("地");
  });

  it("prefers the Unicode path of Info-ZIP when its checksum matches the name", () => {
    const name = Buffer.from([0x3f, 0x2e, 0x70]);
    expect(decode(name, { extraField: unicodePath(name, "地.p") })).toBe("地.p");
    expect(decode(name, { extraField: Buffer.concat([extraField(0x5455, Buffer.alloc(5)), unicodePath(name, "地.p")]) })).toBe("地.p");
    expect(decode(name, { extraField: unicodePath(Buffer.from("other"), "地.p") })).toBe("?.p");
    expect(decode(name, { extraField: unicodePath(name, "地.p", 2) })).toBe("?.p");
    expect(decode(name, { extraField: unicodePath(name, "地.p").subarray(0, 7) })).toBe("?.p");
  });
});
