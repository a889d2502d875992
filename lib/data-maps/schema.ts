import { z } from "zod";
import { labelStyleSchema, MOST_SHOWN_ATTRIBUTES, shownAttributeSchema } from "./style/display-schema";
import {
  colorBySchema,
  colorSchema,
  contoursSchema,
  hillshadeSchema,
  iconSchema,
  linePatternSchema,
  number,
  pointStyleSchema,
  rasterStyleSchema,
  sizeBySchema,
  statisticsSchema,
} from "./style/schema";
import { FORMAT_OF_ENDING, type LayerFormat, MAX_LAYERS, TILES } from "./values";

const FORMATS = [...new Set([...Object.values(FORMAT_OF_ENDING), TILES])] as [LayerFormat, ...LayerFormat[]];

/** Path of a file from the folder of map.json, such as `data/harbour.geojson`. It can't leave that folder. */
const filePathSchema = z
  .string()
  .min(1)
  .max(4096)
  .refine((path) => !path.startsWith("/") && !path.split("/").some((part) => part === "" || part === "." || part === ".."), {
    error: "The path must be relative to map.json and stay in its folder.",
  });

const longitude = number(-180, 180);
const latitude = number(-90, 90);
const zoom = number(0, 24);

/** West, south, east, north in degrees. East is above 180 where the bounds cross the antimeridian. */
export const boundsSchema = z.tuple([longitude, latitude, number(-180, 540), latitude]);
export type Bounds = z.infer<typeof boundsSchema>;

export const layerKindSchema = z.enum(["points", "lines", "areas", "mixed", "raster"]);
export type LayerKind = z.infer<typeof layerKindSchema>;

/** A projection by its number. */
export const projectionSchema = z.string().regex(/^EPSG:\d{4,6}$/, { error: "Enter a number of the EPSG, such as EPSG:25832." });

const columnSchema = z.string().max(1000);

export const mapLayerSchema = z.object({
  name: z.string().trim().min(1, { error: "Enter a name." }).max(120),
  file: filePathSchema,
  format: z.enum(FORMATS),
  /** Layer inside vector tiles. */
  sourceLayer: z.string().min(1).max(200).optional(),
  kind: layerKindSchema,
  visible: z.boolean().default(true),
  opacity: number(0, 1).default(1),
  color: colorSchema.default("#2563eb"),
  /** Colours by an attribute, in place of one colour. */
  colorBy: colorBySchema.nullable().optional(),
  sizeBy: sizeBySchema.nullable().optional(),
  pointStyle: pointStyleSchema.optional(),
  /** Symbol on the circles of points. */
  icon: iconSchema.nullable().optional(),
  /** Colours of measurements. Without it, the viewer chooses them by the data. */
  rasterStyle: rasterStyleSchema.nullable().optional(),
  /** Drawn on measurements, with or without `rasterStyle`. */
  hillshade: hillshadeSchema.nullable().optional(),
  contours: contoursSchema.nullable().optional(),
  /** Colours and widths that the features of the file have come first. Map Settings ends that when the user chooses others. */
  usesFileStyle: z.boolean().default(false),
  /** Width of lines and outlines, and a third of the diameter of points. Pixels. */
  width: number(0.5, 20).default(2),
  linePattern: linePatternSchema.optional(),
  /** The layer is shown from this zoom … */
  minZoom: zoom.default(0),
  /** … to this one. */
  maxZoom: zoom.default(24),
  /** Attribute whose text labels the features. */
  label: z.string().max(200).nullable().default(null),
  labelStyle: labelStyleSchema.optional(),
  /** What popups show, in this order. All attributes if it is left out. */
  popup: z.array(shownAttributeSchema).max(MOST_SHOWN_ATTRIBUTES).optional(),
  /** Attribute by which the time slider filters the features. Null: none. Found by itself if it is left out. */
  timeAttribute: z.string().max(200).nullable().optional(),
  /** Attributes of the features, which Map settings offer as labels. */
  attributes: z.array(z.string().max(200)).max(200).default([]),
  /** What is known of the attributes, which Map settings offer as styles. */
  statistics: statisticsSchema.optional(),
  /** Projection of the file where it doesn't say so itself, such as `EPSG:25832`. */
  projection: projectionSchema.optional(),
  /** Columns of a table: of numbers, or one of geometries (WKT, GeoJSON, or "latitude, longitude"). */
  columns: z.union([z.object({ longitude: columnSchema, latitude: columnSchema }), z.object({ geometry: columnSchema })]).optional(),
  /** Encoding of a text file that isn't UTF-8, such as `windows-1252`. */
  encoding: z.string().max(40).optional(),
  /** Of a folder of tiles, whose `file` is such as `depths/{z}/{x}/{y}.png`. Rows are counted from the north (`xyz`) or the south (`tms`). */
  tiles: z.object({ scheme: z.enum(["xyz", "tms"]), minZoom: zoom, maxZoom: zoom, bounds: boundsSchema }).optional(),
  /** The file has latitudes where longitudes should be. */
  isSwapped: z.boolean().optional(),
  /** MapLibre can't read the GeoJSON as it is: the viewer repairs it. */
  isRepaired: z.boolean().optional(),
  /** What the layer leaves out, such as rows without coordinates. Plain text. */
  notes: z.array(z.string().max(1000)).max(20).optional(),
  /**
   * The file that the layer was converted from, and its content and the answered projection then. `isWhole`: no tiles could be made of the
   * result.
   */
  convertedFrom: z
    .object({
      file: filePathSchema,
      revision: z.string().max(100),
      projection: projectionSchema.optional(),
      isWhole: z.boolean().optional(),
    })
    .optional(),
  /** Why the layer can't be shown, such as a failed conversion. Plain text. */
  problem: z.string().max(1000).optional(),
});
export type MapLayer = z.infer<typeof mapLayerSchema>;

/** Files that one upload can have answers for. */
const MAX_ANSWERED_FILES = 1_000;

/** What an admin says of the files of an upload that don't say it themselves, by their paths in the map. */
export const answersSchema = z
  .record(filePathSchema, mapLayerSchema.pick({ projection: true, columns: true, isSwapped: true }))
  .refine((answers) => Object.keys(answers).length <= MAX_ANSWERED_FILES, {
    error: `Answers are possible for ${MAX_ANSWERED_FILES.toLocaleString("en-US")} files at most.`,
  });

/** How the file of a layer is read. */
export type ReadAs = Pick<MapLayer, "projection" | "columns" | "encoding" | "isSwapped">;

export const mapViewSchema = z.union([
  z.object({ bounds: boundsSchema }),
  z.object({ center: z.tuple([longitude, latitude]), zoom, bearing: z.number().optional(), pitch: number(0, 85).optional() }),
]);
export type MapView = z.infer<typeof mapViewSchema>;

export const MAX_BOOKMARKS = 20;

/** A view with a name, which visitors can go to. */
const bookmarkSchema = z.object({ name: z.string().trim().min(1, { error: "Enter a name." }).max(120), view: mapViewSchema });

/** The content of map.json. The first layer is drawn on top. */
export const dataMapSchema = z.object({
  /** Version 2 has styles by attributes. Both are read. */
  version: z.union([z.literal(1), z.literal(2)]),
  title: z.string().trim().min(1, { error: "Enter a title." }).max(200),
  view: mapViewSchema,
  /**
   * `null`: none. `world`: the one of the viewer. `shared`: basemap.pmtiles of the shared assets. Otherwise the path of a PMTiles file of this
   * map, the https URL of one, or the https URL of image tiles with {z}, {x} and {y}.
   */
  basemap: z.string().min(1, { error: "Enter an address." }).max(2000).nullable().default(null),
  /** Named on the map, next to the basemap. Plain text. */
  attribution: z.string().max(300).optional(),
  layers: z.array(mapLayerSchema).max(MAX_LAYERS),
  bookmarks: z.array(bookmarkSchema).max(MAX_BOOKMARKS).optional(),
  /** Visitors may download the rows of tables. */
  allowsDownload: z.boolean().optional(),
});
export type DataMap = z.infer<typeof dataMapSchema>;

/** Identifies a layer in its map. */
export const layerKey = ({ file, sourceLayer }: Pick<MapLayer, "file" | "sourceLayer">) => JSON.stringify([file, sourceLayer ?? null]);

/** Messages between the page of a data map and the Map settings that frame it. */
export const viewerMessageSchema = z.discriminatedUnion("type", [
  /** From the frame, once the map is shown. */
  z.object({ type: z.literal("sea-vision:ready") }),
  /** To the frame: show this map instead of map.json, and keep the view. */
  z.object({ type: z.literal("sea-vision:show"), map: dataMapSchema }),
  /** To the frame: report the view. */
  z.object({ type: z.literal("sea-vision:ask-view") }),
  /** From the frame. */
  z.object({ type: z.literal("sea-vision:view"), view: mapViewSchema }),
]);
export type ViewerMessage = z.infer<typeof viewerMessageSchema>;
