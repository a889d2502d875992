import type { ExpressionSpecification, MapLibreMap } from "maplibre-gl";
import { type Icon, iconSchema } from "../../lib/data-maps/style/schema";

const SIZE = 15;
const PIXEL_RATIO = 4;
const INKS = { light: "#ffffff", dark: "#0c1b2b" } as const;
/** Weighted sum of red, green and blue, from 0 to 255, above which a dark symbol has more contrast. */
const LIGHT_COLOR = 165;

/** Returns the name of the image of a symbol, with the ink that stands out from a colour. */
export function iconImage(icon: Icon, color: string | ExpressionSpecification): ExpressionSpecification {
  const part = (index: number, weight: number): ExpressionSpecification => ["*", weight, ["at", index, ["var", "color"]]];
  const brightness: ExpressionSpecification = ["+", part(0, 0.299), part(1, 0.587), part(2, 0.114)];
  const ink: ExpressionSpecification = ["case", [">", brightness, LIGHT_COLOR], "dark", "light"];
  return ["let", "color", ["to-rgba", ["to-color", color]], ["image", ["concat", `icon/${icon}/`, ink]]];
}

/** Draws the shapes of an SVG in one colour. */
function draw(svg: string, color: string): ImageData {
  const canvas = new OffscreenCanvas(SIZE * PIXEL_RATIO, SIZE * PIXEL_RATIO);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("A canvas has no context.");
  context.scale(PIXEL_RATIO, PIXEL_RATIO);
  context.fillStyle = color;
  const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
  for (const shape of documentElement.querySelectorAll("path")) context.fill(new Path2D(shape.getAttribute("d") ?? ""));
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Adds the images of symbols to a map when its style needs them. */
export function addIconImages(map: MapLibreMap): void {
  map.on("styleimagemissing", ({ id }) => {
    const [, name, ink] = id.split("/");
    const icon = iconSchema.safeParse(name).data;
    if (!icon || (ink !== "light" && ink !== "dark")) return;
    void import("./icon-drawings").then(({ iconDrawings }) => {
      if (!map.hasImage(id)) map.addImage(id, draw(iconDrawings[icon], INKS[ink]), { pixelRatio: PIXEL_RATIO });
    });
  });
}
