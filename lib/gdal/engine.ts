/** Programs of GDAL. */
export type GdalProgram = "ogrinfo" | "ogr2ogr" | "gdalinfo" | "gdalwarp" | "gdal_translate";

export interface GdalRun {
  /** The program's working folder. It can read and write nothing else. */
  folder: string;
  /** Names of the drivers that it may use, such as `ESRI Shapefile`. */
  drivers: readonly string[];
  /** Called with the percentage that is done. */
  onPercent?(percent: number): void;
  /** Settings of GDAL, such as `SHAPE_ENCODING`. */
  settings?: Readonly<Record<string, string>>;
}

/** GDAL, as installed on the machine or compiled to WebAssembly. */
export interface GdalEngine {
  /** For messages, such as `GDAL 3.6.2`. */
  readonly name: string;
  /** Largest input in bytes. */
  readonly mostBytes: number;
  /** Whether it can compress GeoTIFF by WebP. */
  readonly hasWebp: boolean;
  /** Returns whether it has a driver. */
  hasDriver(name: string): boolean;
  /**
   * Runs a program.
   * @param args with paths relative to the folder @returns what it printed @throws GdalError when it fails
   */
  run(program: GdalProgram, args: readonly string[], options: GdalRun): Promise<string>;
}

/** A program of GDAL has failed. The message has what it said. */
export class GdalError extends Error {
  override readonly name = "GdalError";
}
