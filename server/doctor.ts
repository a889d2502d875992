import { engineState } from "../lib/gdal/state";
import { inspectStorage } from "../lib/storage/inspection/inspection";
import { describeInspection } from "../lib/storage/present";
import { isSound } from "../lib/storage/schema";
import { runCommand, withDatabase } from "./command";

await runCommand(null, (signal) =>
  withDatabase(async () => {
    const inspection = await inspectStorage(signal);
    process.stdout.write(`${describeInspection(inspection)}\n\nConversions: ${(await engineState()).finding}\n`);
    return isSound(inspection) ? 0 : 1;
  }),
);
