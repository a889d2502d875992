import { describe, expect, it } from "vitest";
import { prepareFiles, UnfitFilesError } from "./prepare-files";

const never = new AbortController().signal;
const chosen = (...paths: string[]) => paths.map((path) => ({ path, file: new File(["x"], path.split("/").at(-1) ?? "") }));

describe("what was chosen is prepared", () => {
  it("without what the operating system added", async () => {
    const prepared = await prepareFiles(chosen("a/.DS_Store", "a/b.js", "__MACOSX/a/b.js", "a/._b.js", "Thumbs.db"), "", never);
    expect(prepared.files.map(({ path }) => path)).toEqual(["a/b.js"]);
    expect(prepared.ignored).toBe(4);
  });

  it.each([
    ["nothing", [], "there is no file in it"],
    ["only what is left out", ["a/.DS_Store"], "there is no file in it"],
    ["a backslash", ["a\\b.js"], "a\\b.js: The path is not valid."],
    ["a hidden step upwards", ["%2e%2e/b.js"], "%2e%2e/b.js: The path is not valid."],
    ["a name that is there twice", ["a/b.js", "c.js", "a/b.js"], "a/b.js is there twice"],
  ])("but not %s", async (_, paths, message) => {
    await expect(prepareFiles(chosen(...paths), "", never)).rejects.toThrow(new UnfitFilesError(message));
  });

  it("with the folder that it goes to in mind", async () => {
    const deep = Array.from({ length: 60 }, (_, level) => level).join("/");
    await expect(prepareFiles(chosen("a/b/c/d"), deep, never)).resolves.toMatchObject({ ignored: 0 });
    await expect(prepareFiles(chosen("a/b/c/d/e"), deep, never)).rejects.toThrow("at most 64 levels");
  });

  it("until it is called off", async () => {
    const many = chosen(...Array.from({ length: 50_000 }, (_, number) => `${number}.txt`));
    await expect(prepareFiles(many, "", AbortSignal.abort(new Error("called off")))).rejects.toThrow("called off");
  });
});
