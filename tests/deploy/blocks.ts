import { readFile } from "node:fs/promises";

/** The commands of a page that are marked `<!-- try: name -->`. */
export async function readBlocks(page: string): Promise<Map<string, string>> {
  const text = await readFile(page, "utf8");
  const found = text.matchAll(/<!-- try: (\S+) -->\n```sh\n(.*?)```/gs);
  return new Map([...found].map(([, name = "", commands = ""]) => [name, commands]));
}

/** Returns every block of shell commands of a page, in order. */
export async function readShellBlocks(page: string): Promise<string[]> {
  const text = await readFile(page, "utf8");
  return Array.from(text.matchAll(/^```sh\n(.*?)^```/gms), ([, commands = ""]) => commands);
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Replaces the page's examples: the longest first, and never within a replacement. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  const examples = Object.keys(values).sort((one, other) => other.length - one.length);
  return text.replaceAll(new RegExp(examples.map(literally).join("|"), "g"), (example) => values[example] ?? "");
}
