import { archiveLimits } from "./limits";
import { type Refusal, refuse } from "./refusals";

export interface EntryPath {
  components: string[];
  isFolder: boolean;
  /** UTF-8 bytes of the path with single slashes. */
  bytes: number;
}

const encoder = new TextEncoder();
/** Control characters, including those that change the direction of text: they make a name look like another one. */
export const CONTROL_CHARACTER = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const DRIVE = /^[A-Za-z]:/;

/** Names are decoded this often: more than all programs between a browser and the disk do together. */
const ROUNDS = 4;

export function decodeFully(name: string): string {
  let text = name;
  for (let round = 0; round < ROUNDS; round += 1) {
    let decoded: string;
    try {
      decoded = decodeURIComponent(text);
    } catch {
      return text;
    }
    if (decoded === text) return text;
    text = decoded;
  }
  return text;
}

/** Returns true for a name with an encoded path traversal (`%2e%2e%2f`) or NUL. An encoded separator alone is allowed: `tiles%2F1.png`. */
export function hidesTraversal(name: string): boolean {
  if (!name.includes("%")) return false;
  const decoded = decodeFully(name);
  return decoded.includes("\0") || decoded.split(/[/\\]/).some((part) => part === "." || part === "..");
}

function withinLimits(name: string, components: string[], isFolder: boolean, isAscii: boolean): EntryPath | Refusal {
  let bytes = Math.max(0, components.length - 1);
  for (const component of components) {
    const length = isAscii ? component.length : encoder.encode(component).length;
    if (length > archiveLimits.nameBytes) return refuse("nameTooLong", component);
    bytes += length;
  }
  if (components.length > archiveLimits.depth) return refuse("tooDeep", name);
  if (bytes > archiveLimits.pathBytes) return refuse("pathTooLong", name);
  return { components, isFolder, bytes };
}

/** Parses the name of an entry, or returns why it can't be published. Drops "." and empty components as Info-ZIP does. */
export function parseEntryPath(name: string): EntryPath | Refusal {
  if (CONTROL_CHARACTER.test(name)) return refuse("controlCharacter", name);
  const slashed = name.replaceAll("\\", "/");
  if (slashed.startsWith("/")) return refuse("absolutePath", name);
  if (DRIVE.test(slashed)) return refuse("drivePath", name);
  const parts = slashed.split("/");
  if (parts.includes("..")) return refuse("parentFolder", name);
  const last = parts.at(-1);
  const isFolder = parts.length > 1 ? last === "" || last === "." : last === ".";
  const kept = parts.filter((part) => part !== "" && part !== ".");
  if (kept.length === 0 && !isFolder) return refuse("nameless");
  const encoded = name.includes("%") ? kept.find(hidesTraversal) : undefined;
  if (encoded !== undefined) return refuse(decodeFully(encoded).includes("\0") ? "controlCharacter" : "parentFolder", name);
  const isAscii = PRINTABLE_ASCII.test(name);
  const components = isAscii ? kept : kept.map((part) => part.normalize("NFC"));
  return withinLimits(name, components, isFolder, isAscii);
}

export function isRefusal(outcome: EntryPath | Refusal): outcome is Refusal {
  return "code" in outcome;
}
