import { expect, it } from "vitest";
import { MapStorage } from "@/tests/setup/map-storage";
import { addWatchedImport, readWatchedImports, removeWatchedImport } from "./watch-import";

const harbour = { safeName: "harbour", projectName: "Harbour", since: 1_000 };
const fairway = { safeName: "fairway", projectName: "Fairway", since: 2_000 };

it("addWatchedImport keeps the latest import of each project", () => {
  const storage = new MapStorage();
  addWatchedImport(storage, harbour);
  addWatchedImport(storage, fairway);
  addWatchedImport(storage, { ...harbour, since: 3_000 });
  expect(readWatchedImports(storage, 4_000)).toEqual([fairway, { ...harbour, since: 3_000 }]);
});

it("removeWatchedImport removes the reported import but keeps a later one of the same project", () => {
  const storage = new MapStorage();
  addWatchedImport(storage, { ...harbour, since: 3_000 });
  removeWatchedImport(storage, harbour, 4_000);
  expect(readWatchedImports(storage, 4_000)).toHaveLength(1);
  removeWatchedImport(storage, { ...harbour, since: 3_000 }, 4_000);
  expect(storage.items.size).toBe(0);
});

it("readWatchedImports drops entries older than a day and invalid data", () => {
  const storage = new MapStorage();
  addWatchedImport(storage, harbour);
  expect(readWatchedImports(storage, 1_000 + 86_400_000)).toEqual([]);
  storage.setItem("sea-vision.watched-imports", "[7]");
  expect(readWatchedImports(storage, 1)).toEqual([]);
  storage.setItem("sea-vision.watched-imports", "{");
  expect(readWatchedImports(storage, 1)).toEqual([]);
});
