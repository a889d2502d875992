import { z } from "zod";
import { uploadTargetSchema } from "@/lib/upload-client/target";
import { readStored, writeStored } from "../browser-storage";

const extractionSchema = z.object({ accountId: z.string(), target: uploadTargetSchema, way: z.enum(["direct", "tus"]) });

export type FollowedExtraction = z.output<typeof extractionSchema>;

const KEY = "sea-vision.zip-extractions";

/** Returns the extractions that this tab followed when it was reloaded. */
export function listFollowedExtractions(storage: Storage): FollowedExtraction[] {
  return readStored(storage, KEY, z.array(extractionSchema)) ?? [];
}

/** Stores an extraction in place of an earlier one of the same project. */
export function storeFollowedExtraction(storage: Storage, followed: FollowedExtraction): void {
  forgetFollowedExtraction(storage, followed);
  writeStored(storage, KEY, [...listFollowedExtractions(storage), followed]);
}

export function forgetFollowedExtraction(storage: Storage, { target }: Pick<FollowedExtraction, "target">): void {
  const others = listFollowedExtractions(storage).filter((one) => one.target.safeName !== target.safeName);
  writeStored(storage, KEY, others.length > 0 ? others : null);
}
