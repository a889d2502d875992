import { describe, expect, it } from "vitest";
import { readIdempotencyKey } from "./idempotency-key";

const read = (key?: string) => readIdempotencyKey({ headers: new Headers(key === undefined ? {} : { "Idempotency-Key": key }) });

describe("readIdempotencyKey", () => {
  it("returns the header, or null without it", () => {
    expect(read()).toBeNull();
    expect(read("8e03978e-40d5-43dd-bc93-6894a57f9324")).toBe("8e03978e-40d5-43dd-bc93-6894a57f9324");
    expect(read("x".repeat(255))).toHaveLength(255);
  });

  it.each([
    ["empty", ""],
    ["too long", "x".repeat(256)],
    ["two words", "a b"],
    ["not ASCII", "\u00fc"],
  ])("rejects a key that is %s", (_, key) => {
    expect(() => read(key)).toThrow("Idempotency-Key must be 1 to 255 visible ASCII characters.");
  });
});
