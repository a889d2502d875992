import { expect, it } from "vitest";
import { emptyDraft, readDraft, writeDraft } from "./project-draft";

/** The part of the Storage contract that a draft needs. */
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

it("gives back what was kept, as it was typed", () => {
  const storage = storageWith({});
  writeDraft(storage, { name: " Harbour ", description: "Berths" });
  expect(readDraft(storage)).toEqual({ name: " Harbour ", description: "Berths" });
});

it("forgets with the empty draft", () => {
  const items: Record<string, string> = {};
  const storage = storageWith(items);
  writeDraft(storage, { name: "Harbour", description: "" });
  writeDraft(storage, emptyDraft);
  expect(items).toEqual({});
});

it.each(["{", "7", '{"name":7}'])("takes %s for no draft", (text) => {
  expect(readDraft(storageWith({ "sea-vision.project-draft": text }))).toEqual(emptyDraft);
});
