import { Entry, parseExtraFields } from "yauzl";
import type { DirectoryEntry } from "./directory/record";

/** Returns when a file was changed: from the extra field of Info-ZIP or NTFS, else from the MS-DOS time. */
export function modifiedAt({ extraField, date, time }: DirectoryEntry): Date {
  const { buffer, byteOffset, byteLength } = extraField;
  const extraFields = parseExtraFields(Buffer.from(buffer, byteOffset, byteLength));
  // MS-DOS times have no time zone, and every server must read the same time.
  return Object.assign(new Entry(), { extraFields, lastModFileDate: date, lastModFileTime: time }).getLastModDate({ timezone: "UTC" });
}
