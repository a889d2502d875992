import { expect, it } from "vitest";
import { emptyDraft, readDraft, writeDraft } from "./project-draft";

/** Returns a Storage with the methods that a draft needs. */
function storageWith(items: Record<string, string>): Storage {
  return {
    length: 0,
    clear: () => undefined,
    key: () => null,
    getItem: (key) => items[key] ?? null,
    setItem: (key, value) => {
      items[key] = value;
    },
    removeItem: (key) => {
      delete items[key];
    },
  };
}

it("readDraft returns the stored draft without trimming it", () => {
  const storage = storageWith({});
  writeDraft(storage, { name: " Harbour ", description: "Berths" });
  expect(readDraft(storage)).toEqual({ name: " Harbour ", description: "Berths" });
});

it("writeDraft removes the stored draft when it is empty", () => {
  const items: Record<string, string> = {};
  const storage = storageWith(items);
  writeDraft(storage, { name: "Harbour", description: "" });
  writeDraft(storage, emptyDraft);
  expect(items).toEqual({});
});

it.each(["{", "7", '{"name":7}'])("readDraft returns the empty draft for the invalid value %s", (text) => {
  expect(readDraft(storageWith({ "sea-vision.project-draft": text }))).toEqual(emptyDraft);
});
