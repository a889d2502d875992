import type { Position } from "geojson";
import { element } from "../element";
import type { NamedValue, Place } from "../position";
import { placesAlong } from "./measurements";

const SAMPLES = 200;
/** Places that are read at the same time. */
const BATCH = 20;
const WIDTH = 280;
const HEIGHT = 80;

type Sample = ReturnType<typeof placesAlong>[number];

/** The measurements of a raster along a line; undefined where it has none. */
interface Profile {
  name: string;
  values: (NamedValue | undefined)[];
}

interface ProfileParts {
  valuesAt: (place: Place) => Promise<NamedValue[]>;
  /** @param metres distance from the start of the line */
  formatDistance: (metres: number) => string;
  /** The visitor points at a place of the line, or no longer. */
  onPlace: (place: Place | null) => void;
}

/** Returns the path of a line through the values, with gaps where there are none. */
export function profilePath(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined);
  const least = Math.min(...known);
  const range = Math.max(...known) - least || 1;
  const step = WIDTH / Math.max(1, values.length - 1);
  return values
    .map((value, index) => {
      if (value === undefined) return "";
      const isFirst = values[index - 1] === undefined;
      return `${isFirst ? "M" : "L"}${(index * step).toFixed(1)} ${(HEIGHT - ((value - least) / range) * HEIGHT).toFixed(1)}`;
    })
    .join("");
}

function drawLine(values: readonly (number | undefined)[]): SVGSVGElement {
  const create = <Name extends "svg" | "path">(name: Name, attributes: Readonly<Record<string, string>>) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
    return made;
  };
  const svg = create("svg", { viewBox: `0 -2 ${WIDTH} ${HEIGHT + 4}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.append(create("path", { d: profilePath(values), "vector-effect": "non-scaling-stroke" }));
  return svg;
}

/** Shows the measurements of the drawn rasters along a measured line. */
export class Profiles {
  readonly root = element("div", { className: "profiles" });
  private shown: readonly Position[] = [];

  constructor(private readonly parts: ProfileParts) {}

  /** @param points of the line; none without a finished line */
  async show(points: readonly Position[]): Promise<void> {
    this.shown = points;
    this.root.replaceChildren();
    if (points.length < 2) return;
    const samples = placesAlong(points, SAMPLES);
    const read: NamedValue[][] = [];
    for (let start = 0; start < samples.length; start += BATCH) {
      const batch = samples.slice(start, start + BATCH);
      read.push(...(await Promise.all(batch.map(({ place }) => this.parts.valuesAt(place)))));
      if (this.shown !== points) return;
    }
    const names = [...new Set(read.flat().map(({ name }) => name))];
    const profiles = names.map((name) => ({ name, values: read.map((values) => values.find((one) => one.name === name)) }));
    this.root.replaceChildren(...profiles.map((profile) => this.chart(profile, samples)));
  }

  private chart({ name, values }: Profile, samples: readonly Sample[]): HTMLElement {
    const { formatDistance, onPlace } = this.parts;
    const known = values.filter((value) => value !== undefined).sort((a, b) => a.value - b.value);
    const range = `${known[0]?.text ?? ""} to ${known.at(-1)?.text ?? ""}`;
    const readout = element("span", { textContent: range });
    const slider = element("input", {
      type: "range",
      min: "0",
      max: `${samples.length - 1}`,
      value: "0",
      ariaLabel: `Place on the profile of ${name}`,
    });
    const point = (index: number | null) => {
      const sample = index === null ? undefined : samples[index];
      const text = sample && `${formatDistance(sample.distance)}: ${values[index ?? 0]?.text ?? "no value"}`;
      readout.textContent = text ?? range;
      slider.ariaValueText = text ?? range;
      onPlace(sample?.place ?? null);
    };
    slider.addEventListener("input", () => point(slider.valueAsNumber));
    slider.addEventListener("focus", () => point(slider.valueAsNumber));
    slider.addEventListener("blur", () => point(null));
    const line = drawLine(values.map((value) => value?.value));
    line.addEventListener("pointermove", ({ offsetX }) => {
      const index = Math.round((offsetX / line.clientWidth) * (samples.length - 1));
      slider.value = `${index}`;
      point(slider.valueAsNumber);
    });
    line.addEventListener("pointerleave", () => point(null));
    const heading = element("h3", {}, element("bdi", { textContent: name }));
    return element("section", { className: "profile", ariaLabel: `Profile of ${name}` }, heading, line, slider, readout);
  }
}
