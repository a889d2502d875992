import { type Drawn, lineWidth, pointWidth } from "./found-style";
import { childrenOf, find, numberOf } from "./xml-elements";

const PATTERNS: Readonly<Record<string, Drawn["linePattern"]>> = {
  dash: "dashed",
  dot: "dotted",
  "dash dot": "dashed",
  "dash dot dot": "dashed",
};

const PIXELS: Readonly<Record<string, number>> = { Pixel: 1, Point: 96 / 72, Inch: 96 };

/** Returns pixels. @param unit of QGIS; millimetres by default */
export const toPixels = (size: number, unit = "") => size * (PIXELS[unit] ?? 96 / 25.4);

/** Reads a colour such as `255,0,0,128`, or with more after it. */
export function readColor(text = ""): { color: string; opacity: number } | null {
  const [red, green, blue, alpha = 255] = text.split(",").slice(0, 4).map(Number);
  if (![red, green, blue, alpha].every((part) => part !== undefined && part >= 0 && part <= 255)) return null;
  const color = [red, green, blue]
    .map((part) =>
      Math.round(part ?? 0)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("");
  return { color: `#${color}`, opacity: alpha / 255 };
}

/** Returns the settings of a part of a symbol: `Option` since QGIS 3.26, `prop` before. */
function settingsOf(part: Element): Map<string, string> {
  const options = childrenOf(find(part, "Option"), "Option").map((one) => [one.getAttribute("name"), one.getAttribute("value")]);
  const props = childrenOf(part, "prop").map((one) => [one.getAttribute("k"), one.getAttribute("v")]);
  return new Map([...props, ...options].map(([name, value]) => [name ?? "", value ?? ""]));
}

function readPart(part: Element): Drawn | null {
  const settings = settingsOf(part);
  const read = (name: string) => settings.get(name) ?? "";
  const pixels = (name: string, otherwise: number) => toPixels(numberOf(read(name), otherwise), read(`${name}_unit`));
  const kind = part.getAttribute("class") ?? "";
  const isOutline = kind === "SimpleFill" && read("style") === "no";
  const own = isOutline ? read("outline_color") : read("color");
  const paint = readColor(kind.endsWith("Line") ? read("line_color") : own);
  if (!paint) return null;
  if (kind.endsWith("Marker")) return { ...paint, width: pointWidth(pixels("size", 2)) };
  const name = kind === "SimpleLine" ? "line" : "outline";
  const linePattern = read("use_customdash") === "1" ? "dashed" : PATTERNS[read(`${name}_style`)];
  return { ...paint, width: lineWidth(pixels(`${name}_width`, 0.26)), ...(linePattern && { linePattern }) };
}

/** Returns how a symbol of QGIS draws: as its highest part that is of one colour. @param missing gets what it leaves out */
export function readSymbol(symbol: Element | undefined, missing: Set<string>): Drawn | null {
  const parts = childrenOf(symbol, "layer").filter((part) => part.getAttribute("enabled") !== "0");
  const simple = parts.filter((part) => /^Simple(Marker|Line|Fill)$/.test(part.getAttribute("class") ?? ""));
  if (parts.length > 1 || simple.length < parts.length) missing.add("parts of its symbols");
  const drawn = (simple.length > 0 ? simple : parts).map(readPart).findLast((one) => one !== null) ?? null;
  return drawn && { ...drawn, opacity: drawn.opacity * numberOf(symbol?.getAttribute("alpha"), 1) };
}
