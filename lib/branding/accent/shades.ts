const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Returns a colour between two others. @param share of the second, 0 to 1 */
export function mix(first: string, second: string, share: number): string {
  const others = channelsOf(second);
  const mixed = channelsOf(first).map((value, index) => Math.round(value + ((others[index] ?? value) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colours, in hexadecimal digits, from 1 to 21 (WCAG 2.2). */
export function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminanceOf(first), luminanceOf(second)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

export type Theme = "light" | "dark";

/** The backgrounds of app/globals.css on which the accent is used, the first of them for pages. */
export const backgrounds = {
  light: ["#ffffff", "#f5f8fa"],
  dark: ["#0a0e13", "#10161d", "#131a22"],
  sidebar: ["#0a2138", "#12304e", "#081827", "#0f2840"],
} as const;

const WHITE = "#ffffff";
const BLACK = "#000000";
/** White and dark text on the accent. */
export const texts = [WHITE, "#0c1b2b"] as const;
/** Shades become darker in the light theme and lighter in the dark one. */
const towards = { light: BLACK, dark: WHITE } as const;

/** The least contrast of text, and of buttons and marks (WCAG 2.2, 1.4.3 and 1.4.11). */
export const TEXT_CONTRAST = 4.5;
export const MARK_CONTRAST = 3;

/** The tokens of one theme. */
export interface Shades {
  accent: string;
  hover: string;
  soft: string;
  /** For text on pages. */
  ink: string;
  /** For text on the accent. */
  on: string;
}

export const PRODUCT_ACCENT = "#0f766e";

/** Those of app/globals.css. */
const product: Record<Theme, Shades> & { sidebar: string } = {
  light: { accent: PRODUCT_ACCENT, hover: "#0b5f59", soft: "#e4f5f2", ink: "#0f6e67", on: "#ffffff" },
  dark: { accent: "#2dc9b7", hover: "#55dccc", soft: "#0c2b2b", ink: "#4bd6c5", on: "#02201d" },
  sidebar: "#34d3c0",
};

/** Returns the least contrast of a colour to the backgrounds of a theme. */
export const contrastIn = (color: string, grounds: readonly string[]) => Math.min(...grounds.map((ground) => contrast(color, ground)));

/** Returns white or dark text for a colour, or null when neither can be read on it. */
const textOn = (color: string) => texts.find((text) => contrast(text, color) >= TEXT_CONTRAST) ?? null;

/** Returns the nearest shade in a direction that meets a condition. Black and white meet all that are used here. */
function shade(color: string, toward: string, isGood: (candidate: string) => boolean): string {
  for (let percent = 0; percent < 100; percent += 1) {
    const candidate = mix(color, toward, percent / 100);
    if (isGood(candidate)) return candidate;
  }
  return toward;
}

/** Returns the nearest shade that buttons, marks and outlines of a theme can have. It is the colour itself if that is one. */
export function accentIn(theme: Theme, color: string): string {
  return shade(color, towards[theme], (one) => textOn(one) !== null && contrastIn(one, backgrounds[theme]) >= MARK_CONTRAST);
}

function shadesIn(theme: Theme, color: string): Shades {
  const accent = accentIn(theme, color);
  const on = textOn(accent) ?? WHITE;
  const soft = mix(accent, backgrounds[theme][0], theme === "light" ? 0.9 : 0.82);
  const grounds = [...backgrounds[theme], soft];
  return {
    accent,
    hover: mix(accent, on === WHITE ? BLACK : WHITE, 0.16),
    soft,
    ink: shade(accent, towards[theme], (one) => contrastIn(one, grounds) >= TEXT_CONTRAST),
    on,
  };
}

/** Returns the tokens of both themes for an accent colour, all with the contrast that they need. @param color in hexadecimal digits, or "" for the product's own */
export function shadesOf(color: string): typeof product {
  if (!color || color === PRODUCT_ACCENT) return product;
  const sidebar = shade(color, WHITE, (one) => contrastIn(one, backgrounds.sidebar) >= TEXT_CONTRAST);
  return { light: shadesIn("light", color), dark: shadesIn("dark", color), sidebar };
}

/** Returns the custom properties of app/globals.css for the shades of one theme. */
export function tokensOf(color: string, theme: Theme): Record<`--${string}`, string> {
  const { sidebar, [theme]: shades } = shadesOf(color);
  const { accent, hover, soft, ink, on } = shades;
  return {
    "--accent": accent,
    "--accent-hover": hover,
    "--accent-soft": soft,
    "--accent-ink": ink,
    "--on-accent": on,
    "--sidebar-accent": sidebar,
  };
}

/** Returns a style sheet that replaces the tokens of app/globals.css. */
export function accentStyle(color: string): string {
  const rule = (selector: string, theme: Theme) =>
    `${selector}{${Object.entries(tokensOf(color, theme))
      .map(([name, value]) => `${name}:${value}`)
      .join(";")}}`;
  return `${rule("html:root", "light")}${rule("html.dark", "dark")}`;
}

/** Writes a ratio. Rounds down, so that 4.49 does not look like enough. */
const formatRatio = (ratio: number) => `${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1`;

export interface AccentCheck {
  /** The contrast in both themes, for users. */
  summary: string;
  /** What keeps the colour from being used, for users. */
  problem: string | null;
  /** The nearest shade without a problem. */
  nearest: string;
}

/** Checks an accent colour in hexadecimal digits. The light theme shows it as it is; the dark theme shows a lighter shade where it is too dark. */
export function checkAccent(color: string): AccentCheck {
  const [white, dark] = [contrast(texts[0], color), contrast(texts[1], color)];
  const [onLight, onDark] = [contrastIn(color, backgrounds.light), contrastIn(color, backgrounds.dark)];
  const inDark = accentIn("dark", color);
  const text = white >= TEXT_CONTRAST || white > dark ? `White text on it: ${formatRatio(white)}` : `Dark text on it: ${formatRatio(dark)}`;
  const shade = inDark === color ? "" : ` The dark theme uses the lighter shade ${inDark}.`;
  const summary = `${text}. On light pages: ${formatRatio(onLight)}. On dark pages: ${formatRatio(onDark)}.${shade}`;
  const nearest = accentIn("light", color);
  if (onLight < MARK_CONTRAST) {
    const problem = `This colour is too light for the light theme. Buttons need a contrast of ${formatRatio(MARK_CONTRAST)} to the page.`;
    return { summary, problem, nearest };
  }
  const isReadable = Math.max(white, dark) >= TEXT_CONTRAST;
  const problem = `Neither white nor dark text can be read on this colour. Text needs a contrast of ${formatRatio(TEXT_CONTRAST)}.`;
  return { summary, problem: isReadable ? null : problem, nearest };
}
