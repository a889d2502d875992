import { expect, it } from "vitest";
import { FileTable } from "./file-table";
import type { PlanStore } from "./plan-store";
import { UploadPlan, writeFileList } from "./upload-plan";

const noPlanStore: PlanStore = { read: () => Promise.resolve({ packs: [], progress: new Map() }), keep: () => Promise.resolve() };

it("UploadPlan packs every file except those that are left out", async () => {
  const plan = new UploadPlan(noPlanStore);
  plan.add({ paths: ["site/index.html", "site/a.png", "site/b.png"], sizes: [1, 2, 4], times: [0, 0, 0] });
  plan.leaveOut([1]);
  const { packs } = await plan.plan({ sessionId: "one" }, () => Promise.resolve(true));
  expect(packs.map(({ files, size }) => [Array.from(files).sort(), size])).toEqual([[[0, 2], 5]]);
});

function listOf(head: object, table: FileTable, packs: { uploadId: string; files: Uint32Array }[]) {
  return JSON.parse(Array.from(writeFileList(head, table, packs)).join("")) as { files: object[] };
}

it("writeFileList writes the offset of each file in its pack, and none for a file sent alone", () => {
  const table = new FileTable();
  table.add({
    paths: ["site/index.html", "site/empty", 'site/tiles/"1".png', "site/large.bin"],
    sizes: [10, 0, 20, 99],
    times: [1.5, 2, 3, 4],
  });
  const packs = [
    { uploadId: "p", files: Uint32Array.of(0, 1, 2) },
    { uploadId: "l", files: Uint32Array.of(3) },
  ];
  expect(listOf({ projectName: "Harbour" }, table, packs)).toEqual({
    projectName: "Harbour",
    files: [
      { uploadId: "p", relativePath: "index.html", name: "index.html", size: 10, offset: 0, lastModified: 1 },
      { uploadId: "p", relativePath: "empty", name: "empty", size: 0, offset: 10, lastModified: 2 },
      { uploadId: "p", relativePath: 'tiles/"1".png', name: '"1".png', size: 20, offset: 10, lastModified: 3 },
      { uploadId: "l", relativePath: "large.bin", name: "large.bin", size: 99, lastModified: 4 },
    ],
  });
});

it("writeFileList writes lists of any length, including an empty one", () => {
  for (const count of [0, 1, 5_000, 5_001, 10_000]) {
    const table = new FileTable();
    const paths = Array.from({ length: count }, (_, number) => `site/${number}`);
    table.add({ paths, sizes: paths.map(() => 1), times: paths.map(() => 1) });
    const files = Uint32Array.from(paths.keys());
    expect(listOf({ removed: ["a"] }, table, count ? [{ uploadId: "p", files }] : []).files).toHaveLength(count);
  }
});
