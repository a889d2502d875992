import { deflateRawSync } from "node:zlib";
import { type CraftedArchive, type CraftedEntry, craftZip, unixMode } from "../../setup/craft-zip";
import { deflated64, longestMatches, sizeOfMatches } from "../../setup/deflate64";

export type BadArchive = readonly [name: string, archive: Buffer, message: string];

const data = Buffer.from("<!doctype html><title>Map</title>");
const index: CraftedEntry = { name: "index.html", data, method: 8 };

const withOptions = (options: CraftedArchive, ...more: CraftedEntry[]) => craftZip([index, ...more], options);
const withEntries = (...entries: CraftedEntry[]) => craftZip([index, ...entries]);
const named = (name: string | Buffer, flags?: number) => withEntries({ name, data, flags });
const one = (facts: Partial<CraftedEntry>) => withEntries({ name: "a", data, ...facts });

const other = craftZip([{ name: "index.html", data: Buffer.from("another map") }]);
const endOf = (archive: Buffer) => archive.subarray(-22);
/** The comment of the first end record reaches to the end of the file; the last end record has bytes after it. */
const twoEnds = withOptions({ comment: Buffer.concat([endOf(other), Buffer.alloc(9)]) });

const truncated = "The ZIP archive is incomplete: its end is missing. Please create or upload it again.";
const directory = (detail: string) => `The directory of the ZIP archive is damaged (${detail}). Please create the archive again.`;
const empty = "The ZIP archive contains no files.";
const useDeflate = "Please create the ZIP archive with the usual Deflate compression.";
const relative = "Paths in a ZIP archive must be relative.";
const outside = 'points outside the ZIP archive ("..").';
const shared = "share the same bytes of the ZIP archive.";
const twice = "is in the ZIP archive more than once.";
const deep = `${"d/".repeat(64)}a`;
const long = `${"p".repeat(200)}/`;

const failed = (reason: string) => `The ZIP archive is damaged. 1 entry failed the check ("a": ${reason}).`;
const checksum = failed("its checksum is wrong");
const size = failed("its size is wrong");
const broken = failed("its compressed data is broken");
const differs = failed("its header differs from the directory");
const deflated = deflateRawSync(data);

const in64 = (facts: Partial<CraftedEntry>) => withEntries(deflated64("a", data, facts));

/** Archives that are rejected from their directory alone. Their maps are never published. */
export const refused: readonly BadArchive[] = [
  ["not a ZIP", Buffer.from("%PDF-1.7 pretends to be a map"), "This file is not a ZIP archive."],
  ...Object.entries({ RAR: "526172211a0701", "7-Zip": "377abcaf271c", XZ: "fd377a585a00", gzip: "1f8b0800", bzip2: "425a68" }).map(
    ([format, start]): BadArchive => [
      `a ${format} archive`,
      Buffer.from(`${start}00112233`, "hex"),
      `This file is a ${format} archive, not a ZIP archive. Please create a ZIP archive.`,
    ],
  ),
  ["an empty file", Buffer.alloc(0), "This file is not a ZIP archive."],
  ["cut off in its files", withEntries().subarray(0, 40), truncated],
  ["cut off in its directory", withEntries().subarray(0, -30), truncated],
  ["cut off in its end record", withEntries().subarray(0, -1), truncated],
  ["more than 64 KB after its end", withOptions({ after: Buffer.alloc(70_000) }), truncated],
  ["an archive after its end", withOptions({ after: other }), directory("it does not begin where it should")],
  ["an archive in its comment", withOptions({ comment: other }), directory("it does not begin where it should")],
  ["an end record after its end", withOptions({ after: endOf(withOptions({})) }), directory("it does not end where it should")],
  ["two end records that readers choose between", twoEnds, directory("there are bytes after its end")],
  ["a directory at another position", withOptions({ before: Buffer.alloc(9) }).subarray(9), directory("it does not begin where it should")],
  [
    "a directory with more entries than declared",
    withOptions({ count: 1 }, { name: "a", data }),
    directory("it has fewer entries than it says"),
  ],
  ["a directory with fewer entries than declared", withOptions({ count: 2 }), directory("it has fewer entries than it says")],
  ["one part of several", withOptions({ diskNumber: 2 }), "The ZIP archive is one part of several. Please upload it as a single file."],
  ["without entries", craftZip([]), empty],
  ["of folders alone", craftZip([{ name: "tiles/" }]), empty],
  ["of system files alone", craftZip([{ name: "__MACOSX/._a", data }, { name: ".DS_Store", data }]), empty], // biome-ignore format: one case, one line
  ["an encrypted entry", one({ flags: 0x0801 }), '"a" is encrypted. Please create the ZIP archive without a password.'],
  ["strong encryption", one({ flags: 0x0841 }), "The ZIP archive is encrypted. Please create it without a password."],
  ["LZMA", one({ method: 14 }), `"a" is compressed with LZMA. ${useDeflate}`],
  ["BZIP2", one({ method: 12 }), `"a" is compressed with BZIP2. ${useDeflate}`],
  ["Implode", one({ method: 6 }), `"a" is compressed with Implode. ${useDeflate}`],
  ["Shrink", one({ method: 1 }), `"a" is compressed with Shrink. ${useDeflate}`],
  ["an unknown method", one({ method: 77 }), `"a" is compressed with method 77. ${useDeflate}`],
  ["a path outside", named("../evil.html"), `"../evil.html" ${outside}`],
  ["a path that leaves in the middle", named("a/../../evil.html"), `"a/../../evil.html" ${outside}`],
  ["a path outside with backslashes", named("a\\..\\..\\evil.html"), `"a\\..\\..\\evil.html" ${outside}`],
  ["an absolute path", named("/etc/passwd"), `"/etc/passwd" has an absolute path. ${relative}`],
  ["a network share", named("\\\\server\\share\\a"), `"\\\\server\\share\\a" has an absolute path. ${relative}`],
  ["a drive", named("C:\\map\\a.html"), `"C:\\map\\a.html" names a drive. ${relative}`],
  ["a NUL in a name", named("a.html\0.png"), 'The name "a.html\\u0000.png" in the ZIP archive contains a control character.'],
  ["a bell in a cp437 name", named(Buffer.from("a\u0007")), 'The name "a\\u0007" in the ZIP archive contains a control character.'],
  [
    "a bidirectional override character in a name",
    named("photo\u202egnp.exe"),
    'The name "photo\\u202egnp.exe" in the ZIP archive contains a control character.',
  ],
  ["a name that is not UTF-8", named(Buffer.from([0x61, 0xff]), 0x0800), "The name of entry 2 in the ZIP archive is not valid UTF-8."],
  ["no name", named(""), "The ZIP archive contains a file without a name."],
  [
    "a symbolic link",
    one({ externalAttributes: unixMode(0o120777) }),
    '"a" is a symbolic link. Please put the file itself into the ZIP archive.',
  ],
  ["a socket", one({ externalAttributes: unixMode(0o140666) }), '"a" is neither a file nor a folder.'],
  ["a device", one({ externalAttributes: unixMode(0o020666) }), '"a" is neither a file nor a folder.'],
  ["a folder with content", named("tiles/"), 'The folder "tiles/" has content of its own in the ZIP archive.'],
  ["two entries at one offset", one({ method: 8, offset: 0 }), `"index.html" and "a" ${shared}`],
  [
    "entries that overlap far apart",
    craftZip([
      { ...index, offset: 100 },
      { name: "a", data, offset: 0 },
      { name: "b", data, offset: 110 },
    ]),
    `entry 1 and entry 3 ${shared}`,
  ],
  ["an entry that reaches into the directory", one({ size: 60, storedSize: 60 }), directory("an entry reaches into it")],
  ["an entry beyond the end", one({ offset: 5000 }), '"a" lies outside the data of the ZIP archive. The archive is damaged or incomplete.'],
  ["a duplicate path", named("index.html"), `"index.html" ${twice}`],
  ["a duplicate path in two Unicode forms", withEntries({ name: "é", data }, { name: "e\u0301", data }), `"é" ${twice}`],
  ["a duplicate path with different slashes", withEntries({ name: "a/b", data }, { name: "a\\b", data }), `"a/b" ${twice}`],
  [
    "a path that is a file and a folder",
    withEntries({ name: "a", data }, { name: "a/b", data }),
    '"a" is both a file and a folder in the ZIP archive.',
  ],
  ["sizes that contradict", one({ size: 1 }), 'The sizes that the ZIP archive declares for "a" contradict each other.'],
  ["an impossible Deflate size", one({ method: 8, size: 4e9 }), '"a" declares a size that its compressed bytes cannot hold.'],
  [
    "a decompression bomb",
    craftZip(Array.from({ length: 20 }, (_, number) => ({ name: `${number}`, method: 8, stored: Buffer.alloc(100_000), size: 1e8 }))),
    "The ZIP archive of 1.9 MB declares 1.0 GB of files, more than 200 times its own size.",
  ],
  [
    "a Deflate64 bomb that declares its size",
    withEntries(deflated64("a", data, { stored: longestMatches(30_000), size: sizeOfMatches(30_000) })),
    "The ZIP archive of 106.4 KB declares 1.8 GB of files, more than 200 times its own size.",
  ],
  ["an impossible Deflate64 size", in64({ size: 4e9 }), '"a" declares a size that its compressed bytes cannot hold.'],
  ["a path that is too deep", named(deep), `"${deep.slice(0, 60)}…${deep.slice(-60)}" lies too deep. Folders can be nested 64 levels.`],
  ["a name that is too long", named("n".repeat(256)), `The name "${"n".repeat(60)}…${"n".repeat(60)}" is too long. A name can have 255 bytes.`], // biome-ignore format: one case, one line
  ["a path that is too long", named(`${long.repeat(6)}a`), `The path "${"p".repeat(60)}…${"p".repeat(58)}/a" is too long. A path can have 1,024 bytes.`], // biome-ignore format: one case, one line
];

/** Archives with Deflate64 files, which are read before the map is published. */
export const damagedDeflate64: readonly BadArchive[] = [
  ["a Deflate64 file with a wrong checksum", in64({ crc32: 7 }), checksum],
  ["a Deflate64 file that is larger than declared", in64({ size: data.length - 1 }), size],
  ["a Deflate64 file that is smaller than declared", in64({ size: data.length + 1 }), size],
  ["a truncated Deflate64 stream", in64({ stored: deflated.subarray(0, 10) }), broken],
  ["an invalid Deflate64 stream", in64({ stored: Buffer.alloc(20, 0xff) }), broken],
  ["bytes after the Deflate64 stream", in64({ stored: Buffer.concat([deflated, data]) }), broken],
  ["a Deflate64 file whose local header says Deflate", in64({ localMethod: 8 }), differs],
  ["a Deflate64 bomb that declares a small size", in64({ stored: longestMatches(30_000) }), size],
];

/** Archives whose damage is found only by reading every byte. Until then the map is online. */
export const damaged: readonly BadArchive[] = [
  ["a wrong checksum, stored", one({ crc32: 7 }), checksum],
  ["a wrong checksum, deflated", one({ method: 8, crc32: 7 }), checksum],
  ["a larger size than declared", one({ method: 8, size: data.length - 1 }), size],
  ["a smaller size than declared", one({ method: 8, size: data.length + 1 }), size],
  ["an invalid Deflate stream", one({ method: 8, stored: Buffer.alloc(20, 0xff) }), broken],
  ["a truncated Deflate stream", one({ method: 8, stored: deflated.subarray(0, 10) }), broken],
  ["bytes after the Deflate stream", one({ method: 8, stored: Buffer.concat([deflated, data]) }), broken],
  ["a missing local header", one({ localSignature: 0 }), failed("its header is missing")],
  ["another name in the local header", one({ localName: Buffer.from("b") }), differs],
  ["a longer name in the local header", one({ localName: Buffer.from("ab") }), differs],
  ["another method in the local header", one({ localMethod: 8 }), differs],
  ["encryption in the local header alone", one({ localFlags: 0x0801 }), differs],
  [
    "an entry whose local header makes it overlap the next one",
    craftZip([
      { name: "a", data, localExtra: Buffer.alloc(50) },
      { ...index, offset: 31 + data.length },
    ]),
    'The ZIP archive is damaged. 2 entries failed the check ("a": it reaches into the next entry; "index.html": its header is missing).',
  ],
];
