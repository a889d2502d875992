import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { LARGE_SLICE_BYTES } from "../../../lib/blobs/adjacent-slices";
import { readStored, type Slice } from "../../../lib/blobs/slice";
import { type BlobKey, newBlobKey } from "../../../lib/blobs/store";
import { asStore, localHeader, MemoryStore, readAll, sliceAt, tell } from "../../setup/memory-blobs";

/** Returns what each slice reads alone, in the same order. */
async function readEach(store: MemoryStore, slices: readonly Slice[]): Promise<string[]> {
  const found: string[] = [];
  for (const slice of slices) {
    if (slice.storedSize > LARGE_SLICE_BYTES) found.push("large");
    else found.push(await readStored(asStore(store), slice).then((bytes) => bytes.toString("latin1"), String));
  }
  return found;
}

it("reading slices together returns the same bytes as reading each alone, in any order", async () => {
  const entry = fc.record({
    gap: fc.oneof(fc.nat(40), fc.nat(400_000)),
    nameBytes: fc.nat(600),
    extraBytes: fc.oneof(fc.constant(0), fc.nat(3_000)),
    isDamaged: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    method: fc.constantFrom(0, 8),
    length: fc.oneof(fc.nat(50), fc.nat(60_000)),
  });
  const wish = fc.record({
    place: fc.nat(),
    shift: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: -50, max: 5_000 })),
    longer: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: -1_000, max: 1_500_000 })),
    hasLocalHeader: fc.boolean(),
    method: fc.constantFrom("stored" as const, "deflated" as const),
    blob: fc.oneof({ weight: 9, arbitrary: fc.constant("there" as const) }, { weight: 1, arbitrary: fc.constant("gone" as const) }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 1, maxLength: 12 }),
      fc.array(wish, { maxLength: 40 }),
      fc.boolean(),
      async (entries, wishes, isSorted) => {
        const parts: Buffer[] = [];
        const places: { offset: number; length: number }[] = [];
        let end = 0;
        for (const { gap, length, isDamaged, method, ...header } of entries) {
          const added = [Buffer.alloc(gap, "g"), isDamaged ? Buffer.alloc(50) : localHeader({ ...header, method }), randomBytes(length)];
          places.push({ offset: end + gap, length });
          end += added.reduce((sum, part) => sum + part.length, 0);
          parts.push(...added);
        }
        const store = new MemoryStore();
        const bytes = Buffer.concat(parts);
        const slicesOf = (there: BlobKey, gone: BlobKey): Slice[] => {
          const slices = wishes.map(({ place, shift, longer, hasLocalHeader, method, blob }) => {
            const { offset, length } = places[place % places.length] ?? { offset: 0, length: 0 };
            const slice = sliceAt(blob === "there" ? there : gone, Math.max(0, offset + shift), Math.max(0, length + longer));
            return { ...slice, hasLocalHeader, method };
          });
          return isSorted ? slices.sort((a, b) => a.offset - b.offset) : slices;
        };
        // Other keys, because the store caches where a header ends.
        const [one, other, gone] = [store.put(bytes), store.put(bytes), newBlobKey()];
        const expected = await readEach(store, slicesOf(one, gone));
        const found = await readAll(store, slicesOf(other, gone));
        const told = found.map(tell).map((text) => text.replaceAll(other, one));
        expect(told.length).toBe(expected.length);
        for (const [index, text] of told.entries()) expect(text === expected[index], `${index}`).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});
