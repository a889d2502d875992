import { z } from "zod";
import { sentBytesSchema, sentRangeSchema } from "../send/sent-ranges";

const packKey = { sessionId: z.string(), packId: z.string(), size: z.number() };

/** Files of one upload, with sizes and times that reveal changes. */
export const storedPackSchema = z.object({
  ...packKey,
  paths: z.array(z.string()),
  sizes: z.array(z.number()),
  times: z.array(z.number()),
});
/** `sent` of a ZIP and `ranges` of a pack are missing before the first chunk. */
export const packProgressSchema = z.object({
  ...packKey,
  uploadUrl: z.string(),
  isDone: z.boolean(),
  sent: sentBytesSchema.optional(),
  ranges: z.array(sentRangeSchema).readonly().optional(),
});

export type StoredPack = z.output<typeof storedPackSchema>;
export type PackProgress = z.output<typeof packProgressSchema>;

export interface StoredPlan {
  packs: StoredPack[];
  progress: ReadonlyMap<string, PackProgress>;
}

/** Stores plans for resuming. Never fails: without storage an upload can't be resumed, but still works. */
export interface PlanStore {
  read(sessionId: string): Promise<StoredPlan>;
  keep(sessionId: string, fresh: Iterable<StoredPack>, dropped: readonly StoredPack[]): Promise<void>;
}
