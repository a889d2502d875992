const SVG = "http://www.w3.org/2000/svg";

/** Returns a drawing of lines. @param lines path in a square of 24 */
export function icon(lines: string): SVGElement {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("class", "icon");
  drawing.ariaHidden = "true";
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", lines);
  drawing.append(path);
  return drawing;
}
