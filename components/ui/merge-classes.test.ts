import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { extendTailwindMerge } from "tailwind-merge";
import { describe, expect, it } from "vitest";
import { mergeClasses } from "./merge-classes";

const reference = extendTailwindMerge({ extend: { theme: { shadow: ["low", "pop", "dialog"] } } });

const sources = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), "utf8")),
);

/** Returns the classes in the strings of the sources, without variants, as far as the reference knows them. */
function classesInUse(): string[] {
  const words = sources.flatMap((source) => [...source.matchAll(/["`]([^"`\n]*)["`]/g)].flatMap(([, text = ""]) => text.split(/\s+/)));
  const names = words.filter((word) => /^-?[a-z@[*][^\s$"'{}]*$/.test(word)).map((word) => word.slice(word.lastIndexOf(":") + 1));
  return [...new Set(names)].filter((name) => name !== "" && reference(`${name} ${name}`) === name);
}

describe("mergeClasses", () => {
  const classes = classesInUse();

  it("drops the same classes as tailwind-merge, for every two classes of the sources", () => {
    expect(classes.length).toBeGreaterThan(500);
    const different = classes.flatMap((one) =>
      classes.map((other) => `${one} ${other}`).filter((pair) => mergeClasses(pair) !== reference(pair)),
    );
    expect(different.slice(0, 20)).toEqual([]);
  });

  it.each([
    ["px-3 md:px-3 px-5 md:p-0", "px-5 md:p-0"],
    ["size-4 h-8", "size-4 h-8"],
    ["hover:bg-surface hover:bg-raised bg-surface", "hover:bg-raised bg-surface"],
    ["unknown-word px-3 unknown-word", "px-3 unknown-word"],
  ])("merges %j to %j", (text, expected) => {
    expect(mergeClasses(text)).toBe(expected);
  });
});
