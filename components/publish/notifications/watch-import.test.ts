import { expect, it } from "vitest";
import { MapStorage } from "@/tests/setup/map-storage";
import { addWatchedImport, readWatchedImports, removeWatchedImport } from "./watch-import";

const harbour = { safeName: "harbour", projectName: "Harbour", since: 1_000 };
const fairway = { safeName: "fairway", projectName: "Fairway", since: 2_000 };

it("keeps what was left, one of each project", () => {
  const storage = new MapStorage();
  addWatchedImport(storage, harbour);
  addWatchedImport(storage, fairway);
  addWatchedImport(storage, { ...harbour, since: 3_000 });
  expect(readWatchedImports(storage, 4_000)).toEqual([fairway, { ...harbour, since: 3_000 }]);
});

it("forgets what has been told, and not what was left of that project since", () => {
  const storage = new MapStorage();
  addWatchedImport(storage, { ...harbour, since: 3_000 });
  removeWatchedImport(storage, harbour, 4_000);
  expect(readWatchedImports(storage, 4_000)).toHaveLength(1);
  removeWatchedImport(storage, { ...harbour, since: 3_000 }, 4_000);
  expect(storage.items.size).toBe(0);
});

it("forgets what was left a day ago, and what it cannot read", () => {
  const storage = new MapStorage();
  addWatchedImport(storage, harbour);
  expect(readWatchedImports(storage, 1_000 + 86_400_000)).toEqual([]);
  storage.setItem("sea-vision.watched-imports", "[7]");
  expect(readWatchedImports(storage, 1)).toEqual([]);
  storage.setItem("sea-vision.watched-imports", "{");
  expect(readWatchedImports(storage, 1)).toEqual([]);
});
