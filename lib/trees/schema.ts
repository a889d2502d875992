export type EntryPath = readonly string[];

const forbidden = /[/\\\p{Cc}]/u;

/** Returns an entry name in NFC, or null for `.`, `..` and names with separators or control characters. */
export function toEntryName(text: string): string | null {
  if (text === "" || text === "." || text === ".." || forbidden.test(text)) return null;
  return text.normalize("NFC");
}

export const TRASH_DAYS = 30;
