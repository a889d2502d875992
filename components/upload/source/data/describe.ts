import type { Answers, FoundLayer } from "@/lib/data-maps/formats/data-file";
import { openWorker } from "../open-worker";
import type { ChosenFiles, Describe } from "./describe.worker";

/** Reads map data in a worker, because it may be 50 MB of text. @throws Error with the message of a refusal; the signal's reason */
export async function describeInWorker(found: ChosenFiles, answers: Answers, signal: AbortSignal): Promise<FoundLayer[]> {
  signal.throwIfAborted();
  if (found.data.length === 0) return [];
  const worker = new Worker(new URL("./describe.worker.ts", import.meta.url), { type: "module" });
  const { api, answer, close } = openWorker<Describe>(worker, "the map data could not be read", signal);
  try {
    return await answer(api(found, answers));
  } finally {
    close();
  }
}
