import { describe, expect, it } from "vitest";
import { prepareFiles, UnfitFilesError } from "./prepare-files";

const never = new AbortController().signal;
const chosen = (...paths: string[]) => paths.map((path) => ({ path, file: new File(["x"], path.split("/").at(-1) ?? "") }));

describe("prepareFiles", () => {
  it("skips files that operating systems add", async () => {
    const prepared = await prepareFiles(chosen("a/.DS_Store", "a/b.js", "__MACOSX/a/b.js", "a/._b.js", "Thumbs.db"), "", never);
    expect(prepared.files.map(({ path }) => path)).toEqual(["a/b.js"]);
    expect(prepared.ignored).toBe(4);
  });

  it.each([
    ["an empty selection", [], "there are no files to upload"],
    ["only ignored files", ["a/.DS_Store"], "there are no files to upload"],
    ["a backslash", ["a\\b.js"], "a\\b.js: The path is not valid."],
    ["an encoded traversal", ["%2e%2e/b.js"], "%2e%2e/b.js: The path is not valid."],
    ["a duplicate path", ["a/b.js", "c.js", "a/b.js"], "a/b.js appears twice"],
  ])("rejects %s", async (_, paths, message) => {
    await expect(prepareFiles(chosen(...paths), "", never)).rejects.toThrow(new UnfitFilesError(message));
  });

  it("counts the levels of the target folder", async () => {
    const deep = Array.from({ length: 60 }, (_, level) => level).join("/");
    await expect(prepareFiles(chosen("a/b/c/d"), deep, never)).resolves.toMatchObject({ ignored: 0 });
    await expect(prepareFiles(chosen("a/b/c/d/e"), deep, never)).rejects.toThrow("at most 64 levels");
  });

  it("stops when the signal aborts", async () => {
    const many = chosen(...Array.from({ length: 50_000 }, (_, number) => `${number}.txt`));
    await expect(prepareFiles(many, "", AbortSignal.abort(new Error("aborted")))).rejects.toThrow("aborted");
  });
});
