import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { FILES_UPLOAD_PATH } from "../uploads/files-upload";
import { UPLOADS_PATH } from "../uploads/tus/tus";
import { ZIP_DIRECT_PATH } from "../uploads/zip-direct";
import { matchMount } from "../web/dispatch";
import { HEALTH_CHECKS, type Route, type RouteFinder, UNKNOWN_ROUTE } from "./route";

const uploads: Readonly<Record<string, string>> = { [UPLOADS_PATH]: "PATCH", [ZIP_DIRECT_PATH]: "POST", [FILES_UPLOAD_PATH]: "POST" };

const STATIC: Route = { pattern: "(static file)", kind: "quiet" };

const PUBLIC_FILE = /^\/[^/]+\.[a-z0-9]+$/;

const manifestSchema = z.record(z.string(), z.string());

/** Returns the patterns of pages and API routes from Next's build, the most specific first. There are none during development. */
export function readPagePatterns(root: string): string[] {
  const file = path.join(root, process.env.SEA_VISION_DIST_DIR ?? ".next", "app-path-routes-manifest.json");
  if (!existsSync(file)) return [];
  const patterns = Object.values(manifestSchema.parse(JSON.parse(readFileSync(file, "utf8"))));
  const openness = (pattern: string) =>
    pattern.split("[").length + (pattern.includes("[...") ? 100 : 0) + (pattern.includes("[[") ? 1_000 : 0);
  return patterns.toSorted((one, other) => openness(one) - openness(other));
}

function meets(pattern: string, asked: string): boolean {
  const rest = pattern.indexOf("/[[...") >= 0 ? pattern.indexOf("/[[...") : pattern.indexOf("/[...");
  if (rest < 0) return pattern.includes("[") ? matchMount(pattern, asked) !== null : pattern === asked;
  return asked.startsWith(`${pattern.slice(0, rest)}/`);
}

const kindOf = (pattern: string) => (HEALTH_CHECKS.has(pattern) ? "quiet" : "call");

/** Finds routes of the web process. @param pages patterns of readPagePatterns */
export function webRoutes(mounts: readonly string[], pages: readonly string[]): RouteFinder {
  const plain = new Map<string, Route>();
  const open: string[] = [];
  for (const pattern of pages) {
    if (pattern.includes("[")) open.push(pattern);
    else plain.set(pattern, { pattern, kind: kindOf(pattern) });
  }
  return (asked, method) => {
    const mount = mounts.find((one) => matchMount(one, asked));
    if (mount !== undefined) return { pattern: mount, kind: uploads[mount] === method ? "upload" : kindOf(mount) };
    const known = plain.get(asked);
    if (known) return known;
    if (asked.startsWith("/_next/") || PUBLIC_FILE.test(asked)) return STATIC;
    const pattern = open.find((one) => meets(one, asked));
    return pattern === undefined ? UNKNOWN_ROUTE : { pattern, kind: "call" };
  };
}
