import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { hashFile } from "./hash-file";

const MEBIBYTE = 1024 * 1024;

it.each([0, 1, MEBIBYTE, 16 * MEBIBYTE, 16 * MEBIBYTE + 1, 21 * MEBIBYTE])("hashFile returns the SHA-256 of %d bytes", async (size) => {
  const bytes = Buffer.alloc(size, "sea");
  const counts: number[] = [];
  expect(await hashFile(new Blob([bytes]), (count) => counts.push(count))).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(size);
});
