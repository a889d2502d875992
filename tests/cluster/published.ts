import { Journey } from "../faults/journey";
import { createMapArchive } from "../faults/map-archive";
import { Random } from "../faults/random";
import type { Cluster } from "./cluster";
import type { Tile } from "./visitors";

/** A published map, with the cookie of a user who may see it. */
export interface Published {
  name: string;
  safeName: string;
  tiles: Tile[];
  headers: { Cookie: string };
}

/** A journey with unique names through nginx. */
export function journeyThrough(cluster: Cluster, headers: { Authorization: string }, number: number): Journey {
  return new Journey({ origin: cluster.appOrigin, headers }, createMapArchive(new Random(7_000 + number)), `Voyage ${number}`);
}

/** Opens a map with its ticket, as a browser does. */
async function openMap(cluster: Cluster, safeName: string, headers: { Authorization: string }): Promise<{ Cookie: string }> {
  const asked = await fetch(`${cluster.appOrigin}/projects/maps/${safeName}/`, { headers, redirect: "manual" });
  const swapped = await fetch(asked.headers.get("location") ?? "", { redirect: "manual" });
  const Cookie = swapped.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
  if (!Cookie) throw new Error(`The map ${safeName} does not open (${asked.status}, ${swapped.status}).`);
  return { Cookie };
}

/** Publishes a map through nginx, and opens it. */
export async function publish(cluster: Cluster, headers: { Authorization: string }, number: number): Promise<Published> {
  const journey = journeyThrough(cluster, headers, number);
  await journey.upload();
  const ending = await journey.import();
  if (ending.outcome !== "project") throw new Error(`The map could not be published: ${ending.message}`);
  const { safeName, projectName, archive } = journey;
  const tiles = Array.from(archive.files, ([path, sha256]) => ({
    address: `${cluster.mapsOrigin}/projects/maps/${safeName}/${path}`,
    sha256,
  }));
  return { name: projectName, safeName, tiles, headers: await openMap(cluster, safeName, headers) };
}
