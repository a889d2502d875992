import { findNativeVersion } from "./native";

export const NO_GDAL = "GDAL isn't installed. Files up to 200 MB are converted by the built-in one, more slowly.";

/** The GDAL that converts on this machine. */
export interface EngineState {
  isInstalled: boolean;
  /** Its name and version, or what to do. */
  finding: string;
}

/** Returns which GDAL this machine has now. It does not load the built-in one. */
export async function engineState(): Promise<EngineState> {
  const version = await findNativeVersion();
  return version === null
    ? { isInstalled: false, finding: `${NO_GDAL} Install the package gdal-bin.` }
    : { isInstalled: true, finding: version };
}
