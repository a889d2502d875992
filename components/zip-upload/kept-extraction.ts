import { z } from "zod";
import type { UploadWay } from "@/components/publish/source/zip/upload-method";
import type { UploadTarget } from "@/lib/publish/target";
import { storedTargetSchema } from "./stored-uploads";

const keptSchema = z.object({ accountId: z.string(), target: storedTargetSchema, way: z.enum(["direct", "tus"]) });

/** What a tab shows of an extraction: of what it is, and how the ZIP came. */
export interface KeptExtraction {
  target: UploadTarget;
  way: UploadWay;
}

const KEY = "sea-vision.zip-extraction";

/** The extraction that this tab showed when it was reloaded, or null. */
export function readKeptExtraction(storage: Storage, accountId: string): KeptExtraction | null {
  try {
    const kept = keptSchema.safeParse(JSON.parse(storage.getItem(KEY) ?? "null")).data;
    return kept?.accountId === accountId ? { target: kept.target, way: kept.way } : null;
  } catch {
    return null;
  }
}

/** Keeps what this tab shows for the case that it is reloaded. */
export function keepExtraction(storage: Storage, accountId: string, kept: KeptExtraction): void {
  try {
    storage.setItem(KEY, JSON.stringify({ accountId, ...kept }));
  } catch {
    // A full or forbidden storage only costs the progress after a reload.
  }
}

export function forgetExtraction(storage: Storage): void {
  storage.removeItem(KEY);
}
