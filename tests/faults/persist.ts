import { setTimeout as pause } from "node:timers/promises";

/** Longer than any recovery may take: the worker's lease, and the supervisor's longest wait before it starts a process again. */
const LIMIT_MS = 90_000;
const PAUSE_MS = 100;

/** An answer that no patience changes. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/**
 * Does what a patient client does: asks again while there is no answer, or one that asks for patience.
 * @param attempt resolves to undefined for an answer that is not final
 * @throws Refusal, and Error when there is no final answer within the limit
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
