import { EnvHttpProxyAgent, type RequestInit as UndiciInit, fetch as undiciFetch } from "undici";
import { delay } from "../../lib/upload-client/waiting";
import { ClientFailure } from "../failure";

/** Connections through the proxy of HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Node reads NODE_EXTRA_CA_CERTS. */
export const connections = new EnvHttpProxyAgent({ connectTimeout: 15_000 });

export async function fetchOver(address: URL, init: RequestInit): Promise<Response> {
  // Both types have the same interface.
  return (await undiciFetch(address, { ...(init as UndiciInit), dispatcher: connections })) as unknown as Response;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const TRIES_OF_BROKEN = 4;

export interface Patience {
  patienceMs: number;
  signal: AbortSignal;
}

function isUnavailable(status: number): boolean {
  return status === 408 || status === 429 || (status >= 502 && status <= 504);
}

/** Returns the milliseconds of Retry-After, or null without one. */
export function retryAfterOf(value: string | null | undefined, now: number): number | null {
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

function waitBefore(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/** Repeats a call until the server answers. @throws ClientFailure when it stays unavailable, the signal's reason */
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
  wait: number | null;
}

async function tryOnce(call: () => Promise<Response>, attempt: number): Promise<Tried> {
  try {
    const answer = await call();
    const isBroken = answer.status >= 500 && attempt < TRIES_OF_BROKEN;
    if (!isUnavailable(answer.status) && !isBroken) return { answer, wait: null };
    return { answer, wait: retryAfterOf(answer.headers.get("retry-after"), Date.now()) ?? waitBefore(attempt) };
  } catch (error) {
    if (error instanceof ClientFailure) throw error;
    return { answer: null, error, wait: waitBefore(attempt) };
  }
}

export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return cause.message || (cause as NodeJS.ErrnoException).code || error.message;
  return error.message;
}
