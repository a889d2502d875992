import { MapLibreMap, MercatorCoordinate, type StyleSpecification } from "maplibre-gl";
import { element } from "../element";
import { addIconImages } from "../icons/icon-images";

/** A larger canvas needs more memory than phones have. Pixels of a side. */
const MOST_PIXELS = 8192;
/** Between the edge of a part and what is used of it, so that letters at the edge are whole. Pixels of CSS. */
const OVERLAP = 64;
/** Sides of parts are a multiple of this, so that they have a whole number of pixels at 150 and 300 dpi. Pixels of CSS. */
const UNIT = 16;
const WORLD_PIXELS = 512;

/** What is to be drawn, and in how many pixels. */
export interface Picture {
  style: StyleSpecification;
  center: { lng: number; lat: number };
  zoom: number;
  bearing: number;
  /** Pixels. */
  width: number;
  height: number;
  /** Pixels of a pixel of CSS. */
  ratio: number;
}

/** A part of a picture. Pixels. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the parts of a picture that a canvas of a size can draw. */
export function splitPicture({ width, height, ratio }: Pick<Picture, "width" | "height" | "ratio">, most: number): Part[] {
  const largest = Math.floor((most / ratio - 2 * OVERLAP - UNIT) * ratio);
  const cut = (length: number): [number, number][] => {
    const count = Math.ceil(length / largest);
    const size = Math.ceil(length / count);
    return Array.from({ length: count }, (_, index) => [index * size, Math.min(size, length - index * size)]);
  };
  return cut(height).flatMap(([y, partHeight]) => cut(width).map(([x, partWidth]) => ({ x, y, width: partWidth, height: partHeight })));
}

/** Returns the largest side of a canvas that WebGL draws here. @throws Error without WebGL */
function largestCanvas(): number {
  const context = element("canvas").getContext("webgl2");
  if (!context) throw new Error("WebGL is off.");
  const sizes = [context.MAX_TEXTURE_SIZE, context.MAX_RENDERBUFFER_SIZE].map((name) => Number(context.getParameter(name)));
  const [width = 0, height = 0] = context.getParameter(context.MAX_VIEWPORT_DIMS) as Int32Array;
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return Math.min(MOST_PIXELS, ...sizes, width, height);
}

/** Returns a style whose rasters have as many pixels as the paper, whose lines are as exact, and which doesn't fade. */
export function sharpen({ sources, layers, ...style }: StyleSpecification, ratio: number): StyleSpecification {
  const tileSize = 256 / 2 ** Math.round(Math.log2(ratio));
  const sharp = Object.entries(sources).map(([id, source]) => {
    if (source.type === "geojson") return [id, { ...source, tolerance: 0.375 / ratio }];
    return [id, source.type === "raster" && id !== "basemap" ? { ...source, tileSize } : source];
  });
  const still = layers.map((layer) =>
    layer.type === "raster" ? { ...layer, paint: { ...layer.paint, "raster-fade-duration": 0 } } : layer,
  );
  return { ...style, sources: Object.fromEntries(sharp), layers: still };
}

/** Resolves when everything is drawn. */
function drawn(map: MapLibreMap, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    map.once("webglcontextlost", () => reject(new Error("WebGL has no memory for a map of this size.")));
    map.once("idle", () => resolve());
  });
}

/**
 * Draws a map in a canvas of its own, in parts where it is larger than WebGL allows.
 * @param onPart called before each part
 * @throws Error when WebGL can't draw it
 */
export async function renderMap(
  picture: Picture,
  onPart: (part: number, parts: number) => void,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const { style, center, zoom, bearing, width, height, ratio } = picture;
  const most = largestCanvas();
  const parts = splitPicture(picture, most);
  const [first] = parts;
  if (!first) throw new Error("The map has no size.");
  const side = (pixels: number) => UNIT * Math.ceil((pixels / ratio + 2 * OVERLAP) / UNIT);
  const container = element("div", { className: "print-map", ariaHidden: "true", inert: true });
  Object.assign(container.style, { width: `${side(first.width)}px`, height: `${side(first.height)}px` });
  document.body.append(container);
  const result = element("canvas", { width, height });
  const context = result.getContext("2d", { alpha: false });
  let map: MapLibreMap | undefined;
  try {
    if (!context) throw new Error("The browser can't draw a picture of this size.");
    map = new MapLibreMap({
      ...{ container, style: sharpen(style, ratio), center, zoom, bearing },
      ...{ interactive: false, attributionControl: false, fadeDuration: 0, pixelRatio: ratio, maxCanvasSize: [most, most] },
      transformConstrain: (to, toZoom) => ({ center: to, zoom: toZoom }),
      canvasContextAttributes: { preserveDrawingBuffer: true },
    });
    addIconImages(map);
    const canvas = map.getCanvas();
    const middle = MercatorCoordinate.fromLngLat(center);
    const [cos, sin] = [Math.cos((bearing * Math.PI) / 180), Math.sin((bearing * Math.PI) / 180)];
    for (const [index, part] of parts.entries()) {
      onPart(index + 1, parts.length);
      const [left, top] = [part.x - Math.round((canvas.width - part.width) / 2), part.y - Math.round((canvas.height - part.height) / 2)];
      const [right, down] = [left + canvas.width / 2 - width / 2, top + canvas.height / 2 - height / 2];
      const unit = ratio * WORLD_PIXELS * 2 ** zoom;
      const place = new MercatorCoordinate(middle.x + (right * cos - down * sin) / unit, middle.y + (right * sin + down * cos) / unit);
      map.jumpTo({ center: place.toLngLat(), zoom, bearing });
      await drawn(map, signal);
      if (canvas.width < side(first.width) * ratio - 1) throw new Error("WebGL can't draw a map of this size.");
      context.drawImage(canvas, part.x - left, part.y - top, part.width, part.height, part.x, part.y, part.width, part.height);
    }
  } finally {
    map?.remove();
    container.remove();
  }
  return result;
}
