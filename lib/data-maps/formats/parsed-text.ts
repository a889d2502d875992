import type { Columns } from "./csv-columns";
import type { Question } from "./data-file";
import type { LeftOut } from "./left-out";

/** Features of a text before their geometries are checked. */
export interface ParsedText {
  features: unknown[];
  /** Their numbers in the file; from 1 by default. */
  numbers?: readonly number[];
  leftOut: LeftOut;
  /** The text also places pictures on the ground. */
  hasPictures?: boolean;
  /** MapLibre can't read the text as it is. */
  isRepaired?: boolean;
  /** Projection that the text names, such as `EPSG:25832`. */
  projection?: string | undefined;
  /** The text names EPSG:4326 in the form of standards that put latitude first. */
  isLatitudeFirst?: boolean;
  /** Columns of the coordinates of a table. */
  columns?: Columns;
  /** Which columns have the coordinates. */
  question?: Question;
  /** The first cell in a column of coordinates. */
  example?: { row: number; text: string } | undefined;
}
