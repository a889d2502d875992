import { setTimeout as pause } from "node:timers/promises";

/** Longer than any recovery: the worker's lease, and the supervisor's longest delay before it restarts a process. */
const LIMIT_MS = 90_000;
const PAUSE_MS = 100;

/** An answer that stays the same when the request is repeated. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/**
 * Repeats a request, as a patient client does, while there is no answer or one that asks to retry.
 * @param attempt resolves to undefined for an answer that is not final
 * @throws Refusal, and Error without a final answer within the limit
 */
export async function persist<Answer>(what: string, attempt: () => Promise<Answer | undefined>): Promise<Answer> {
  const deadline = Date.now() + LIMIT_MS;
  for (let last: unknown; ; await pause(PAUSE_MS)) {
    try {
      const answer = await attempt();
      if (answer !== undefined) return answer;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      last = error;
    }
    if (Date.now() > deadline) throw new Error(`No final answer in ${LIMIT_MS / 1000} s: ${what}`, { cause: last });
  }
}
