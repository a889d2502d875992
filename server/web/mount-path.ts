import { AppError } from "../../lib/errors";
import type { RouteParameters } from "../http/handler";

const PARAMETER = /^\[(.+)\]$/;
const NOT_A_SEGMENT = /\p{Cc}/u;

/** Request lines hold bytes, which Node hands over as Latin-1; what browsers escape, other programs may send as it is. */
function decodeSegment(segment: string): string {
  let text: string;
  try {
    text = decodeURIComponent(segment.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`));
  } catch (cause) {
    throw new AppError("bad_request", "The address cannot be decoded.", { cause });
  }
  if (NOT_A_SEGMENT.test(text)) throw new AppError("bad_request", "The address has control characters in it.");
  return text;
}

const noParameters: RouteParameters = {};

/**
 * Compares a path with that of a mount. A plain one is met by everything at and below it; one with `[name]` segments by the
 * paths of just as many segments, of which none is empty where a name stands.
 * @param path as the request has it, without its query
 * @returns reads what stands for the names; null when the mount is not met
 */
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
  /** @throws AppError 400 for what cannot be decoded */
  return () => Object.fromEntries(found.map(([name, segment]) => [name, decodeSegment(segment)]));
}
