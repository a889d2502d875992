/** Returns the path of the PMTiles file that an MBTiles file is converted to. */
export function convertedFile(path: string): string {
  return path.replace(/\.mbtiles$/i, ".pmtiles");
}
