import { setTimeout as pause } from "node:timers/promises";

/** Longer than any recovery without a change of state: the worker's lease, and the supervisor's longest delay before a restart. */
const LIMIT_MS = 90_000;
const PAUSE_MS = 100;

/** An answer that stays the same when the request is repeated. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/**
 * Repeats a request, as a patient client does, while there is no answer or one that asks to retry.
 * @param attempt resolves to undefined for an answer that is not final; it may report a state, and the limit begins anew with each change
 * @throws Refusal, and Error without a final answer within the limit
 */
export async function persist<Answer>(
  what: string,
  attempt: (report: (state: string) => undefined) => Promise<Answer | undefined>,
): Promise<Answer> {
  let deadline = Date.now() + LIMIT_MS;
  let last: unknown = "no answer";
  const report = (state: string) => {
    if (state !== last) deadline = Date.now() + LIMIT_MS;
    last = state;
    return undefined;
  };
  for (; ; await pause(PAUSE_MS)) {
    try {
      const answer = await attempt(report);
      if (answer !== undefined) return answer;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      last = error;
    }
    if (Date.now() > deadline) throw new Error(`No final answer in ${LIMIT_MS / 1000} s: ${what} (${last})`, { cause: last });
  }
}
