import { counter, histogram } from "./instruments";

/** Seconds, from a small map to one of a hundred gigabytes. */
const DURATIONS = [1, 5, 15, 60, 300, 1_800, 7_200, 43_200];

interface ImportFigures {
  /** An import has come to its end. @param seconds from the call that began it */
  ended(outcome: "complete" | "failed", seconds: number): void;
  /** Files of an import have been read and compared with what their archive says. */
  verified(files: number, bytes: number): void;
}

let figures: ImportFigures | undefined;

/** The figures of the imports that this process works on. */
export function importFigures(): ImportFigures {
  figures ??= makeFigures();
  return figures;
}

function makeFigures(): ImportFigures {
  const imports = counter("sea_vision_imports_total", "Imports that have ended, by how.", ["outcome"]);
  const durations = histogram(
    "sea_vision_import_duration_seconds",
    "Time from the call that began an import to its end.",
    ["outcome"],
    DURATIONS,
  );
  const files = counter("sea_vision_import_verified_files_total", "Files that imports have read and checked.");
  const bytes = counter("sea_vision_import_verified_bytes_total", "Bytes of the files that imports have read and checked, unpacked.");
  // There from the beginning, so that the first failure shows as a rise.
  for (const outcome of ["complete", "failed"]) imports.inc({ outcome }, 0);
  return {
    ended(outcome, seconds) {
      imports.inc({ outcome });
      durations.observe({ outcome }, seconds);
    },
    verified(fileCount, byteCount) {
      files.inc(fileCount);
      bytes.inc(byteCount);
    },
  };
}
