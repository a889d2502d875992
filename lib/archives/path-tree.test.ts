import { describe, expect, it } from "vitest";
import { PathTree, ROOT_FOLDER } from "./path-tree";

describe("PathTree", () => {
  it("adds each folder once, parents first", () => {
    const tree = new PathTree();
    const newFolders = [
      { number: 1, parent: ROOT_FOLDER, name: "a" },
      { number: 2, parent: 1, name: "b" },
    ];
    expect(tree.enterFolder(["a", "b"])).toEqual({ folder: 2, newFolders });
    expect(tree.enterFolder(["a", "b"])).toEqual({ folder: 2, newFolders: [] });
    expect(tree.enterFolder(["a"])).toEqual({ folder: 1, newFolders: [] });
    expect(tree.enterFolder([])).toEqual({ folder: ROOT_FOLDER, newFolders: [] });
    expect(tree.folderCount).toBe(2);
  });

  it("reports a name that is in use by a file or a folder", () => {
    const tree = new PathTree();
    expect(tree.addFile(ROOT_FOLDER, "a")).toBe(true);
    expect(tree.addFile(ROOT_FOLDER, "a")).toBe(false);
    expect(tree.enterFolder(["a", "b"])).toEqual({ taken: { folder: ROOT_FOLDER, name: "a" } });
    tree.enterFolder(["c"]);
    expect(tree.addFile(ROOT_FOLDER, "c")).toBe(false);
  });

  it("accepts duplicate files when the database finds duplicates", () => {
    const tree = new PathTree({ ofDuplicates: "database" });
    expect([tree.addFile(ROOT_FOLDER, "a"), tree.addFile(ROOT_FOLDER, "a")]).toEqual([true, true]);
    tree.enterFolder(["b"]);
    // Folders are kept in either case.
    expect(tree.addFile(ROOT_FOLDER, "b")).toBe(false);
  });

  it("finds the folders and files that were added", () => {
    const tree = new PathTree();
    tree.enterFolder(["a", "b"]);
    tree.addFile(2, "c");
    expect([tree.findFolder(["a", "b"]), tree.findFolder(["a", "x"]), tree.findFolder([])]).toEqual([2, null, ROOT_FOLDER]);
    expect([tree.hasFile(["a", "b", "c"]), tree.hasFile(["a", "b"]), tree.hasFile(["x", "c"])]).toEqual([true, false, false]);
    expect([tree.hasFolder(1, "b"), tree.hasFolder(2, "c")]).toEqual([true, false]);
    expect([tree.pathOf(2), tree.pathOf(ROOT_FOLDER)]).toEqual([["a", "b"], []]);
  });
});
