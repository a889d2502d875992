import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  accentIn,
  accentStyle,
  backgrounds,
  checkAccent,
  contrast,
  contrastIn,
  MARK_CONTRAST,
  PRODUCT_ACCENT,
  shadesOf,
  TEXT_CONTRAST,
  tokensOf,
} from "./shades";

const colors = ["#000000", "#ffffff", "#ffd400", "#ff0000", "#1d4ed8", "#7a3ff2", "#808080", "#0a2138", "#00ff00", "#b58900"];

describe("contrast", () => {
  it("returns the ratios of WCAG 2.2", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.478, 3);
    expect(contrast("#1d4ed8", "#1d4ed8")).toBe(1);
  });
});

describe("shadesOf", () => {
  it.each(colors)("returns readable shades for both themes of %s", (color) => {
    const shades = shadesOf(color);
    for (const theme of ["light", "dark"] as const) {
      const { accent, hover, soft, ink, on } = shades[theme];
      expect(contrast(on, accent)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      expect(contrast(on, hover)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      expect(contrastIn(accent, backgrounds[theme])).toBeGreaterThanOrEqual(MARK_CONTRAST);
      expect(contrastIn(ink, [...backgrounds[theme], soft])).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }
    expect(contrastIn(shades.sidebar, backgrounds.sidebar)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });

  it("repeats the tokens and backgrounds of app/globals.css for the product's own accent", () => {
    const css = readFileSync("app/globals.css", "utf8");
    const [light = "", dark = ""] = css.split(".dark {");
    const names = { light: ["canvas", "surface"], dark: ["canvas", "surface", "raised"] } as const;
    for (const [theme, text] of [
      ["light", light],
      ["dark", dark],
    ] as const) {
      const tokens = Object.entries(tokensOf(PRODUCT_ACCENT, theme)).filter(([name]) => theme === "light" || !name.includes("sidebar"));
      for (const [name, value] of tokens) expect(text).toContain(`${name}: ${value};`);
      for (const [index, name] of names[theme].entries()) expect(text).toContain(`--${name}: ${backgrounds[theme][index]};`);
    }
    for (const [index, name] of ["sidebar", "sidebar-raised"].entries()) {
      expect(light).toContain(`--${name}: ${backgrounds.sidebar[index]};`);
      expect(dark).toContain(`--${name}: ${backgrounds.sidebar[index + 2]};`);
    }
  });
});

describe("accentStyle", () => {
  it("overrides the tokens of both themes", () => {
    expect(accentStyle("#1d4ed8")).toMatch(/^html:root\{--accent:#1d4ed8;[^{}]*\}html\.dark\{--accent:#[0-9a-f]{6};[^{}]*\}$/);
  });
});

describe("checkAccent", () => {
  it("finds no problem with a colour that is readable in the light theme, and names the shade of the dark theme", () => {
    const { problem, nearest, summary } = checkAccent("#1d4ed8");
    expect([problem, nearest]).toEqual([null, "#1d4ed8"]);
    expect(summary).toBe(
      `White text on it: 6.7 : 1. On light pages: 6.2 : 1. On dark pages: 2.6 : 1. The dark theme uses the lighter shade ${accentIn("dark", "#1d4ed8")}.`,
    );
  });

  it("says that a colour is too light, and offers the nearest shade that works", () => {
    const { problem, nearest } = checkAccent("#ffd400");
    expect(problem).toBe("This colour is too light for the light theme. Buttons need a contrast of 3.0 : 1 to the page.");
    expect(checkAccent(nearest).problem).toBeNull();
    expect(contrastIn(nearest, backgrounds.light)).toBeLessThan(3.2);
  });

  it("says that neither white nor dark text is readable on a medium grey, and rounds ratios down", () => {
    const { problem, summary } = checkAccent("#777777");
    expect(problem).toMatch(/^Neither white nor dark text can be read on this colour\./);
    expect(summary).toMatch(/^White text on it: 4\.4 : 1\./);
  });
});
