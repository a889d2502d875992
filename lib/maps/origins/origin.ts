import { z } from "zod";
import { env } from "../../env";
import type { MapHome } from "../schema";
import { ASSETS } from "../values";
import { originOf } from "./schema";

const projectId = z.uuid();
const mapLabel = /^([\da-f-]{36})(?:-([1-9]\d{0,14}))?$/;

/** Returns the origin of the maps for `originOf`: with `*.` before the host when each map has its own. */
export function mapsOriginPattern(): string {
  const { mapsOrigin, isolatesMaps } = env();
  return isolatesMaps ? mapsOrigin.replace("://", "://*.") : mapsOrigin;
}

/** Returns the first label of a map's own origin. A name can be reused, an id can't: no project inherits the browser storage of a deleted one. */
export function labelOf({ project, version }: Exclude<MapHome, "shared">): string {
  return (version === null ? project : `${project}-${version}`) ?? ASSETS;
}

/** Returns the origin of a project's map or a version of it, or with null that of the shared assets. They differ only when maps are isolated. */
export function mapOriginOf(project: string | null, version: number | null = null): string {
  return originOf(mapsOriginPattern(), labelOf({ project, version }));
}

/** Returns the origin of maps with this label, or null for any other text. @param label null for the only origin of maps that share one */
export function originOfLabel(label: string | null): string | null {
  const { mapsOrigin, isolatesMaps } = env();
  if (!isolatesMaps) return mapsOrigin;
  const home = label === null ? "shared" : readLabel(label);
  return home === "shared" ? null : originOf(mapsOriginPattern(), labelOf(home));
}

/** Returns every origin that serves maps, as a policy lists them: with a wildcard for the origins that maps have of their own. */
export function mapOriginPatterns(): string[] {
  const { mapsOrigin, isolatesMaps } = env();
  return isolatesMaps ? [mapsOrigin, mapsOriginPattern()] : [mapsOrigin];
}

/** Returns the map that a Host header names. Every host without a map's label is shared. */
export function homeOf(host: string | undefined): MapHome {
  const { mapsOrigin, isolatesMaps } = env();
  if (!isolatesMaps || host === undefined) return "shared";
  // Some proxies pass the host on without its port.
  const { hostname } = new URL(`http://${host}`);
  const base = `.${new URL(mapsOrigin).hostname}`;
  if (!hostname.endsWith(base)) return "shared";
  return readLabel(hostname.slice(0, -base.length));
}

function readLabel(label: string): MapHome {
  if (label === ASSETS) return { project: null, version: null };
  const [, id, version] = mapLabel.exec(label) ?? [];
  const project = projectId.safeParse(id).data;
  return project === undefined ? "shared" : { project, version: version === undefined ? null : Number(version) };
}
