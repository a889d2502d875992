import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runDoctor } from "../../setup/doctor";
import { type Copy, newCopy, Product, removeCopy } from "./product";

describe("npm run doctor", () => {
  let copy: Copy;
  let product: Product;

  beforeAll(async () => {
    copy = await newCopy();
    product = await new Product(copy).running();
  });
  afterAll(async () => {
    await product.end();
    await removeCopy(copy);
  });

  it("checks a running and a stopped product without changing it and finds an orphaned blob", async () => {
    expect(await runDoctor(copy.dataDir)).toMatchObject({ code: 0, printed: expect.stringContaining("missing     0") });
    expect(await product.health()).toBe(200);
    await product.end();
    const before = (await readdir(copy.dataDir)).sort();
    expect(await runDoctor(copy.dataDir)).toMatchObject({ code: 0, printed: expect.stringContaining("fit together") });
    expect((await readdir(copy.dataDir)).sort()).toEqual(before);
    await writeFile(path.join(copy.dataDir, "blobs", "f".repeat(32)), "orphaned");
    expect(await runDoctor(copy.dataDir)).toMatchObject({
      code: 1,
      printed: expect.stringContaining(`bytes without a row: ${"f".repeat(32)}`),
    });
  });

  it("exits with 2 for an empty folder and leaves it empty", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-empty-"));
    expect(await runDoctor(folder)).toMatchObject({ code: 2, printed: expect.stringContaining("has not run there yet") });
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
