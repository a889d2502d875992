import { AppError } from "../../lib/errors";
import type { RouteParameters } from "../http/handler";

const PARAMETER = /^\[(.+)\]$/;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Decodes a segment. Node reads request lines as Latin-1, so the unescaped UTF-8 bytes of some clients are escaped first. */
function decodeSegment(segment: string): string {
  let text: string;
  try {
    text = decodeURIComponent(segment.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`));
  } catch (cause) {
    throw new AppError("bad_request", "The address cannot be decoded.", { cause });
  }
  if (CONTROL_CHARACTER.test(text)) throw new AppError("bad_request", "The address has control characters in it.");
  return text;
}

const noParameters: RouteParameters = {};

/** Returns a decoder of the parameters when the path matches a pattern, or is at or below a plain mount (decision 0043). */
export function matchMount(mount: string, path: string): (() => RouteParameters) | null {
  if (!mount.includes("[")) return path === mount || path.startsWith(`${mount}/`) ? () => noParameters : null;
  const wanted = mount.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  const found: [name: string, segment: string][] = [];
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? "";
    const name = PARAMETER.exec(part)?.[1];
    if (name === undefined ? part !== segment : segment === "") return null;
    if (name !== undefined) found.push([name, segment]);
  }
  /** Decodes the parameters. @throws AppError 400 for segments that can't be decoded */
  return () => Object.fromEntries(found.map(([name, segment]) => [name, decodeSegment(segment)]));
}
