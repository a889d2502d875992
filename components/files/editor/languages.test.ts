import { expect, it } from "vitest";
import { languageLabel } from "./languages";

it.each([
  ["map.js", "JavaScript"],
  ["map.MJS", "JavaScript"],
  ["app.ts", "TypeScript"],
  ["app.tsx", "TypeScript (TSX)"],
  ["app.jsx", "JavaScript (JSX)"],
  ["berths.json", "JSON"],
  ["berths.geojson", "JSON"],
  ["index.html", "HTML"],
  ["index.HTM", "HTML"],
  ["style.css", "CSS"],
  ["a.xml", "XML"],
  ["pin.svg", "XML"],
  ["track.kml", "XML"],
  ["track.gpx", "XML"],
  ["readme.md", "Markdown"],
  ["tool.py", "Python"],
  ["a.yaml", "YAML"],
  ["a.b.yml", "YAML"],
  ["dump.sql", "SQL"],
  ["notes.txt", "Plain text"],
  ["js", "Plain text"],
  ["folder.js/notes", "Plain text"],
  ["", "Plain text"],
  ["LICENSE", "Plain text"],
])("languageLabel(%s) returns %s", (name, language) => {
  expect(languageLabel(name)).toBe(language);
});
