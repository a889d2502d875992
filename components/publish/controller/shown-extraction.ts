import { z } from "zod";
import { uploadTargetSchema } from "@/lib/publish/target";
import { readStored, writeStored } from "../browser-storage";

const shownSchema = z.object({ target: uploadTargetSchema, way: z.enum(["direct", "tus"]) });
const storedSchema = shownSchema.extend({ accountId: z.string() });

export type ShownExtraction = z.output<typeof shownSchema>;

const KEY = "sea-vision.zip-extraction";

/** Returns the extraction that this tab showed when it was reloaded, or null. */
export function readShownExtraction(storage: Storage, accountId: string): ShownExtraction | null {
  const stored = readStored(storage, KEY, storedSchema);
  return stored?.accountId === accountId ? { target: stored.target, way: stored.way } : null;
}

export function storeShownExtraction(storage: Storage, accountId: string, shown: ShownExtraction): void {
  writeStored(storage, KEY, { accountId, ...shown });
}

export function forgetShownExtraction(storage: Storage): void {
  storage.removeItem(KEY);
}
