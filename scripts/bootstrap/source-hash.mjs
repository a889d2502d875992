import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const isTest = (name) => /\.test\.(tsx?|mjs)$/.test(name);

async function listFiles(place) {
  const entries = await readdir(place, { withFileTypes: true }).catch((error) => {
    if (error.code === "ENOTDIR") return null;
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (entries === null) return [place];
  const below = entries.filter(({ name }) => !isTest(name)).map(({ name }) => listFiles(path.join(place, name)));
  return (await Promise.all(below)).flat();
}

/**
 * Hashes the contents of files and folders without tests.
 * @param {string[]} places missing ones count as empty
 */
export async function hashSources(places) {
  const files = (await Promise.all(places.map(listFiles))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(file)));
  const hash = createHash("sha256");
  for (const [index, file] of files.entries()) hash.update(`${file}\0${contents[index].length}\0`).update(contents[index]);
  return hash.digest("hex");
}
