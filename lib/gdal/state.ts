import { findNativeVersion } from "./native";

export const NO_GDAL = "GDAL isn't installed. Files up to 200 MB are converted by the built-in one, more slowly.";

/** The GDAL that converts on this machine. */
export interface EngineState {
  isInstalled: boolean;
  /** Its name and version, or what to do. */
  finding: string;
}

/** Starting a program takes longer than the calls that ask. Milliseconds. */
const REMEMBERED_MS = 30_000;
let last: { path: string | undefined; at: number; version: Promise<string | null> } | undefined;

/** Returns which GDAL this machine had within the last 30 seconds. It does not load the built-in one. */
export async function engineState(): Promise<EngineState> {
  const { PATH: path } = process.env;
  if (!last || last.path !== path || performance.now() - last.at > REMEMBERED_MS)
    last = { path, at: performance.now(), version: findNativeVersion() };
  const version = await last.version;
  return version === null
    ? { isInstalled: false, finding: `${NO_GDAL} Install the package gdal-bin.` }
    : { isInstalled: true, finding: version };
}
