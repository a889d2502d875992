import { readdir, rm } from "node:fs/promises";
import path from "node:path";

/** Source maps are a fifth of the packages. Prisma's client has a query compiler of 4 MB for each database, and the
 * index of projections has each one in a file of its own as well. */
const unused = [
  /\.(css|[cm]?[jt]s)\.map$/,
  /^@expo-google-fonts\/inter\/(?!400Regular\/|600SemiBold\/)\d+\w+\/Inter_\w+\.ttf/,
  /^epsg-index\/s\//,
  /^gdal3\.js\/dist\/package\/gdal3[^/]*\.js$/,
  /\/query_compiler_\w+\.(?!postgresql)\w+\.wasm-base64\.m?js$/,
];

/** Removes files of packages that no process reads. */
export async function removeUnusedFiles() {
  const names = await readdir("node_modules", { recursive: true });
  const found = names.filter((name) => unused.some((pattern) => pattern.test(name)));
  await Promise.all(found.map((name) => rm(path.join("node_modules", name))));
}
