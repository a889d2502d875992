import type { GdalEngine } from "./engine";
import { findNativeEngine } from "./native";

let opening: Promise<GdalEngine> | undefined;

/** Loads the built-in engine only where it is needed, because it takes time and memory. */
async function findEngine(): Promise<GdalEngine> {
  return (await findNativeEngine()) ?? (await import("./wasm")).openWasmEngine();
}

/** Returns the GDAL that is installed on this machine, otherwise the built-in one. A process keeps what it found first. */
export function openEngine(): Promise<GdalEngine> {
  opening ??= findEngine();
  return opening;
}
