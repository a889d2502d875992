import { counter, histogram } from "./instruments";

/** Seconds. */
const DURATIONS = [1, 5, 15, 60, 300, 1_800, 7_200, 43_200];

let metrics: ReturnType<typeof makeMetrics> | undefined;

export function importMetrics() {
  metrics ??= makeMetrics();
  return metrics;
}

function makeMetrics() {
  const imports = counter("sea_vision_imports_total", "Imports that have ended, by how.", ["outcome"]);
  const durations = histogram(
    "sea_vision_import_duration_seconds",
    "Time from the call that began an import to its end.",
    ["outcome"],
    DURATIONS,
  );
  const files = counter("sea_vision_import_verified_files_total", "Files that imports have read and checked.");
  const bytes = counter("sea_vision_import_verified_bytes_total", "Bytes of the files that imports have read and checked, unpacked.");
  // Present from the start, so that the first failure shows as an increase.
  for (const outcome of ["complete", "failed"]) imports.inc({ outcome }, 0);
  return {
    /** Counts the end of an import. @param seconds since the call that started the import */
    ended(outcome: "complete" | "failed", seconds: number) {
      imports.inc({ outcome });
      durations.observe({ outcome }, seconds);
    },
    verified(fileCount: number, byteCount: number) {
      files.inc(fileCount);
      bytes.inc(byteCount);
    },
  };
}
