import { z } from "zod";
import { archiveLimits } from "../../archives/limits";

/** Variables of the limits for work on uploaded content. */
export const parserVariables = {
  MAX_FILES: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000_000)
    .default(archiveLimits.entries)
    .describe("Files and folders that a map may have. The browser and `sea-vision push` send at most 10,000,000."),
  PARSER_SECONDS: z.coerce
    .number()
    .int()
    .min(10)
    .max(86_400)
    .default(120)
    .describe(
      "Seconds that reading or converting an uploaded file may take without progress. Up to five times as long while the machine has more work than processors.",
    ),
  PARSER_MEGABYTES: z.coerce
    .number()
    .int()
    .min(128)
    .max(65_536)
    .default(512)
    .describe("Memory that reading or converting an uploaded file may take, in MB."),
  INFLATE_RATIO: z.coerce
    .number()
    .int()
    .min(1)
    .default(100)
    .describe("Inflated bytes per byte of a ZIP that an import may store. The first 64 MB do not count."),
};
