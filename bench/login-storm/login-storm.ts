/**
 * Measures how 200 concurrent sign-ins, repeated without a pause, slow down a user who is signed in. Needs a running product that
 * trusts one proxy, so that every sign-in comes from another network:
 *
 *   TRUSTED_PROXIES=1 npm start
 *   npx tsx bench/login-storm/login-storm.ts http://localhost:3000 superadmin@sea-vision.local PASSWORD
 */
import { setTimeout as pause } from "node:timers/promises";

const AT_ONCE = 200;
const STORM_MS = 15_000;
/** A user's requests are sequential, with a pause in between. */
const PAUSE_MS = 10;

const [origin = "http://localhost:3000", email = "", password = ""] = process.argv.slice(2);

let clients = 0;

interface Outcome {
  status: number;
  retryAfter: string | null;
  token: string;
  milliseconds: number;
}

async function signIn(body: { email: string; password: string }): Promise<Outcome> {
  clients += 1;
  const began = performance.now();
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": `2001:db8:${clients.toString(16)}::1` },
    body: JSON.stringify(body),
  });
  const { token = "" } = (await answer.json()) as { token?: string };
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), token, milliseconds: performance.now() - began };
}

/** Sends requests until it is stopped. @returns the time of each in milliseconds */
async function work(token: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const began = performance.now();
    const answer = await fetch(`${origin}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`A signed-in call was answered ${answer.status}.`);
    times.push(performance.now() - began);
    await pause(PAUSE_MS);
  }
  return times;
}

/** Keeps this many sign-ins under way, each for another account, until it is stopped. A client that gets Retry-After waits. */
async function storm(isOver: () => boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const one = async () => {
    while (!isOver()) {
      const outcome = await signIn({ email: `storm-${clients}@example.com`, password: "a guess" });
      outcomes.push(outcome);
      await pause(Number(outcome.retryAfter ?? 0) * 1_000);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return outcomes;
}

function quantile(values: readonly number[], part: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return `${(sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)} ms`;
}

function describe(name: string, times: readonly number[]): string {
  return `${name}: ${times.length} calls, median ${quantile(times, 0.5)}, p95 ${quantile(times, 0.95)}, p99 ${quantile(times, 0.99)}`;
}

function after(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() >= end;
}

const { status, token } = await signIn({ email, password });
if (!token) throw new Error(`Signing in answered ${status}. Give the address and the password of an account.`);
await work(token, after(1_000));
const idle = await work(token, after(5_000));
const [busy, outcomes] = await Promise.all([work(token, after(STORM_MS)), storm(after(STORM_MS))]);

const lines = [describe("signed in, idle", idle), describe(`signed in, ${AT_ONCE} sign-ins at once`, busy)];
for (const kind of [...new Set(outcomes.map((outcome) => outcome.status))].sort()) {
  const of = outcomes.filter((outcome) => outcome.status === kind);
  const waits = [...new Set(of.map(({ retryAfter }) => retryAfter).filter((wait) => wait !== null))];
  const times = of.map(({ milliseconds }) => milliseconds);
  lines.push(`${describe(`sign-ins answered ${kind}`, times)}${waits.length > 0 ? `, Retry-After ${waits.join(", ")}` : ""}`);
}
process.stdout.write(`${lines.join("\n")}\n`);
