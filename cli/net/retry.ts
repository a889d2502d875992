import { delay } from "../../lib/publish/waiting";
import { ClientFailure } from "../failure";

/** Waits between tries. Milliseconds. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** A server that is broken is asked less often than one that is away. */
const TRIES_OF_BROKEN = 4;

export interface Patience {
  /** How long a server may be away, in milliseconds. */
  patienceMs: number;
  signal: AbortSignal;
}

function isAway(status: number): boolean {
  return status === 408 || status === 429 || (status >= 502 && status <= 504);
}

/** @returns milliseconds that the server asks for; null when it says nothing */
export function retryAfterOf(value: string | null | undefined, now: number): number | null {
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Nobody is to come back at the same moment as everybody else. */
function waitBefore(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/**
 * Makes a call that may be repeated, as often as it takes.
 * @returns the answer; that of a server which stays broken or full as well
 * @throws ClientFailure when the server stays away, the reason of the signal when that ends first
 */
export async function withRetries(call: () => Promise<Response>, { patienceMs, signal }: Patience): Promise<Response> {
  const until = performance.now() + patienceMs;
  for (let attempt = 0; ; attempt += 1) {
    const tried = await tryOnce(call, attempt);
    if (signal.aborted) throw signal.reason;
    const { answer, wait } = tried;
    if (wait === null && answer) return answer;
    if (performance.now() + (wait ?? 0) > until) {
      if (answer) return answer;
      throw new ClientFailure("unreachable", `The server cannot be reached (${causeOf(tried.error)}).`);
    }
    await answer?.body?.cancel();
    await delay(wait ?? 0, signal);
    if (signal.aborted) throw signal.reason;
  }
}

interface Tried {
  answer: Response | null;
  error?: unknown;
  /** Before the next try; null with an answer that is taken as it is. */
  wait: number | null;
}

/** @throws ClientFailure */
async function tryOnce(call: () => Promise<Response>, attempt: number): Promise<Tried> {
  try {
    const answer = await call();
    const isBroken = answer.status >= 500 && attempt < TRIES_OF_BROKEN;
    if (!isAway(answer.status) && !isBroken) return { answer, wait: null };
    return { answer, wait: retryAfterOf(answer.headers.get("retry-after"), Date.now()) ?? waitBefore(attempt) };
  } catch (error) {
    if (error instanceof ClientFailure) throw error;
    return { answer: null, error, wait: waitBefore(attempt) };
  }
}

/** What is behind "fetch failed". */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return cause.message || (cause as NodeJS.ErrnoException).code || error.message;
  return error.message;
}
