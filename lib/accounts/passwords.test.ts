import { describe, expect, it } from "vitest";
import { AppError } from "../errors";
import { hashPassword, verifyPassword } from "./passwords";

describe("a password", () => {
  it("is stored as argon2id with the parameters of DESIGN §4, salted", async () => {
    const [one, other] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
  });

  it("is verified to the letter, in either Unicode form", async () => {
    const stored = await hashPassword("caf\u00e9 ☕");
    expect(await verifyPassword(stored, "cafe\u0301 ☕")).toBe(true);
    expect(await verifyPassword(stored, "Caf\u00e9 ☕")).toBe(false);
    expect(await verifyPassword(stored, "")).toBe(false);
  });

  it("of nobody is never right, and takes as long", async () => {
    const stored = await hashPassword("something");
    const time = async (hash: string | null) => {
      const start = performance.now();
      expect(await verifyPassword(hash, "wrong")).toBe(false);
      return performance.now() - start;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      known.push(await time(stored));
      unknown.push(await time(null));
    }
    // Both do the same work; the fastest round of each shows it with the least noise.
    const ratio = Math.min(...unknown) / Math.min(...known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it("waits for its turn in a storm; beyond that people are told to come back, and afterwards all is well", async () => {
    const storm = await Promise.allSettled(Array.from({ length: 150 }, () => verifyPassword(null, "guess")));
    const refused = storm.filter((attempt) => attempt.status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(60);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(AppError);
    expect(refused[0]?.reason).toMatchObject({ code: "unavailable", retryAfter: 3 });
    expect(await verifyPassword(await hashPassword("calm"), "calm")).toBe(true);
  });
});
