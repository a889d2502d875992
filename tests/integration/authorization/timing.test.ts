import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Answer } from "../../authorization/ask";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { newPerson, WRONG_PASSWORD } from "../../authorization/world";

const SAMPLES = 200;
/** Uses the client addresses in turn, so that none reaches its limit. */
const ADDRESSES = 40;
/** Other work on the machine can disturb a round. A real difference shows in all of them. */
const ROUNDS = 10;

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function said({ status, headers, body }: Answer) {
  const { date: _date, "content-security-policy": _nonce, "x-request-id": _id, ...others } = headers;
  return { status, headers: others, body };
}

/** Sends known and unknown addresses in random order, and compares every answer. @returns the difference of the medians relative to the smaller */
async function difference(path: string, bodyFor: (email: string) => object, headers: Record<string, string> = {}): Promise<number> {
  const people = await Promise.all(Array.from({ length: ADDRESSES }, () => newPerson("user")));
  const known = people.map(({ account }) => account.email);
  const unknown = known.map((email) => email.replace(/^user-/, "gone-"));
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  let expected: ReturnType<typeof said> | undefined;
  while (times.known.length + times.unknown.length < 2 * SAMPLES) {
    const kind = randomInt(2) === 0 ? "known" : "unknown";
    const done = times[kind].length;
    if (done === SAMPLES) continue;
    const email = (kind === "known" ? known : unknown)[done % ADDRESSES] ?? "";
    const began = performance.now();
    const answer = await product.ask(path, { method: "POST", body: bodyFor(email), headers });
    times[kind].push(performance.now() - began);
    expected ??= said(answer);
    expect(said(answer)).toEqual(expected);
  }
  const medians = [median(times.known), median(times.unknown)];
  return Math.max(...medians) / Math.min(...medians) - 1;
}

/** As many as fit into a request's headers. */
const deviceCookies = Array.from({ length: 700 }, () => "sea-vision.device=a.a").join("; ");

it.each<[path: string, bodyFor: (email: string) => object, headers?: Record<string, string>]>([
  ["/api/auth/login", (email) => ({ email, password: WRONG_PASSWORD })],
  ["/api/auth/login", (email) => ({ email, password: WRONG_PASSWORD }), { cookie: deviceCookies }],
  ["/api/auth/forgot-password", (email) => ({ email })],
])(
  "%s answers a known and an unknown address with the same body in the same time",
  { timeout: 300_000 },
  async (path, bodyFor, headers) => {
    const found: number[] = [];
    // The first requests of a process are slower than the others.
    for (let warm = 0; warm < 10; warm += 1)
      await product.ask(path, { method: "POST", body: bodyFor(`warm-${warm}@example.com`), headers });
    while (found.length < ROUNDS && !found.some((part) => part < 0.1)) found.push(await difference(path, bodyFor, headers));
    expect(Math.min(...found)).toBeLessThan(0.1);
  },
);
