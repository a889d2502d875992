import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeLeafletSite, zipFolder } from "./leaflet-site";

const MEBIBYTE = 1024 * 1024;

export interface Harbour {
  /** Temporary folder that tests can add files to. */
  folder: string;
  /** A small archive, harbour.zip. */
  archive: string;
  /** An archive of over 48 MiB, harbour-large.zip. Its upload takes long enough to be interrupted. */
  largeArchive: string;
  remove: () => Promise<void>;
}

export async function writeHarbour(): Promise<Harbour> {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-harbour-"));
  const archive = path.join(folder, "harbour.zip");
  const largeArchive = path.join(folder, "harbour-large.zip");
  await writeLeafletSite(path.join(folder, "site"));
  await zipFolder(path.join(folder, "site"), archive);
  await writeLeafletSite(path.join(folder, "large"), { ballast: 48 * MEBIBYTE });
  await zipFolder(path.join(folder, "large"), largeArchive, "-1");
  return { folder, archive, largeArchive, remove: () => rm(folder, { recursive: true }) };
}
