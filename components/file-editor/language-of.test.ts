import { expect, it } from "vitest";
import { languageLabel, languageOf } from "./language-of";

it.each([
  ["map.js", "javascript"],
  ["map.MJS", "javascript"],
  ["app.ts", "typescript"],
  ["app.tsx", "tsx"],
  ["app.jsx", "jsx"],
  ["berths.json", "json"],
  ["berths.geojson", "json"],
  ["index.html", "html"],
  ["index.HTM", "html"],
  ["style.css", "css"],
  ["a.xml", "xml"],
  ["pin.svg", "xml"],
  ["track.kml", "xml"],
  ["track.gpx", "xml"],
  ["readme.md", "markdown"],
  ["tool.py", "python"],
  ["a.yaml", "yaml"],
  ["a.b.yml", "yaml"],
  ["dump.sql", "sql"],
  ["notes.txt", null],
  ["js", null],
  ["folder.js/notes", null],
  ["", null],
])("colours %s as %s", (name, language) => {
  expect(languageOf(name)).toBe(language);
});

it("names the language for people", () => {
  expect(languageLabel("map.js")).toBe("JavaScript");
  expect(languageLabel("LICENSE")).toBe("Plain text");
});
