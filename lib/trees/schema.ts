/** Names from the root of a tree down to an entry; empty for the root itself. */
export type EntryPath = readonly string[];

/** Separators, and what no file system and no terminal shows. */
const forbidden = /[/\\\p{Cc}]/u;

/**
 * Turns what a person or an address calls an entry into the name that is stored.
 * @returns the name in Unicode NFC, or null for what no entry can be called: empty, `.`, `..`, with a separator or a control character
 */
export function toEntryName(text: string): string | null {
  if (text === "" || text === "." || text === ".." || forbidden.test(text)) return null;
  return text.normalize("NFC");
}
