import { TerraDraw } from "terra-draw";
import { TerraDrawMapLibreGLAdapter } from "terra-draw-maplibre-gl-adapter";
import { element } from "../element";
import { cardButton, selectField, storedOption } from "./choice-fields";
import { Crosshair } from "./crosshair";
import { MeasureMode, type Shape } from "./measure-mode";
import { AREA_UNITS, formatArea, formatBearing, formatLength, LENGTH_UNITS, measureArea, measureSegments } from "./measurements";
import { Profiles } from "./profile";
import type { OpenTool } from "./tool";

const SHAPES: Readonly<Record<Shape, string>> = { distance: "Distance", area: "Area" };
/** Keys that move the map, after which Enter adds the centre. */
const MOVES = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "+", "=", "-"];

/** Shows segments, totals and what to do next. */
class Results {
  lengthUnit = storedOption("length-unit", LENGTH_UNITS);
  areaUnit = storedOption("area-unit", AREA_UNITS);
  readonly total = element("p", { className: "total" });
  readonly hint = element("p", { className: "hint" });
  private readonly rows = element("tbody");
  readonly table: HTMLElement;

  constructor() {
    this.hint.setAttribute("role", "status");
    const heads = ["", "Bearing", "Length"].map((text) => element("th", { scope: "col", textContent: text || "Segment" }));
    const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), this.rows);
    this.table = element("div", { className: "segments", tabIndex: 0, ariaLabel: "Segments" }, table);
    this.table.setAttribute("role", "region");
  }

  /** Shows the measures, also of what the pointer would add. */
  show(mode: MeasureMode): void {
    const points = mode.read(true);
    const isArea = mode.shape === "area" && points.length > 2;
    const [first] = points;
    const segments = measureSegments(isArea && first ? [...points, first] : points);
    const rows = segments.map(({ bearing, length }, index) => [
      `${index + 1}`,
      formatBearing(bearing),
      formatLength(length, this.lengthUnit),
    ]);
    this.rows.replaceChildren(...rows.map((texts) => element("tr", {}, ...texts.map((text) => element("td", { textContent: text })))));
    this.table.hidden = segments.length === 0;
    this.total.textContent = this.summary(points, mode.shape);
  }

  /** Says what to do next, after each point. */
  instruct(mode: MeasureMode, byKeyboard: boolean): void {
    const count = mode.read(false).length;
    const added = count === 0 ? "" : `${count} ${count === 1 ? "point" : "points"}. `;
    const next = byKeyboard ? "Move the map with the arrow keys. Enter adds the centre." : "Click on the map to add a point.";
    const end = byKeyboard ? "Enter at the last point finishes." : "Double-click, Enter or Done finishes.";
    const finished = `${this.summary(mode.read(false), mode.shape)}. Add a point to measure again.`;
    this.hint.textContent = mode.isFinished ? finished : `${added}${mode.canFinish ? end : next}`;
  }

  private summary(points: readonly number[][], shape: Shape): string {
    if (shape === "area") {
      const { area, perimeter } = measureArea(points);
      return `${formatArea(area, this.areaUnit)}, perimeter ${formatLength(perimeter, this.lengthUnit)}`;
    }
    const total = measureSegments(points).reduce((sum, { length }) => sum + length, 0);
    return formatLength(total, this.lengthUnit);
  }
}

function shapeField(onChange: (shape: Shape) => void): HTMLElement {
  const options = (Object.entries(SHAPES) as [Shape, string][]).map(([shape, text], index) => {
    const radio = element("input", { type: "radio", name: "shape", value: shape, checked: index === 0 });
    radio.addEventListener("change", () => onChange(shape));
    return element("label", {}, radio, text);
  });
  return element("fieldset", { className: "shapes" }, element("legend", { textContent: "Measure" }), ...options);
}

/** Measures distances, bearings and areas on the ellipsoid WGS 84. */
export const openMeasure: OpenTool = (card, { map, position }) => {
  const results = new Results();
  const canvas = map.getCanvas();
  const crosshair = new Crosshair(map);
  const onProfile = new Crosshair(map);
  const profiles = new Profiles({
    valuesAt: position.valuesAt,
    formatDistance: (metres) => formatLength(metres, results.lengthUnit),
    onPlace(place) {
      onProfile.isShown = place !== null;
      onProfile.moveTo(place);
    },
  });
  const mode = new MeasureMode(show);
  const draw = new TerraDraw({ adapter: new TerraDrawMapLibreGLAdapter({ map }), modes: [mode] });
  const mapButton = (text: string, change: () => void) =>
    cardButton(text, () => {
      change();
      // The button may be disabled now.
      canvas.focus({ preventScroll: true });
    });
  const done = mapButton("Done", () => mode.finish());
  const undo = mapButton("Remove last", () => mode.removeLast());
  const clear = mapButton("Clear", () => mode.clear());

  function show(isPoint: boolean): void {
    results.show(mode);
    done.disabled = !mode.canFinish;
    undo.disabled = clear.disabled = mode.read(false).length === 0;
    if (isPoint) results.instruct(mode, crosshair.isShown);
    if (isPoint) void profiles.show(mode.isFinished && mode.shape === "distance" ? [...mode.read(false)] : []);
  }
  function setKeyboard(isUsed: boolean): void {
    if (crosshair.isShown === isUsed) return;
    crosshair.isShown = isUsed;
    crosshair.moveTo(null);
    results.instruct(mode, isUsed);
  }
  const centre = () => map.getCenter().toArray();
  function obeyKey({ key }: KeyboardEvent): void {
    if (MOVES.includes(key)) setKeyboard(true);
    if (key === "Backspace") mode.removeLast();
    if (key === "Enter" && crosshair.isShown) mode.add(centre());
    else if (key === "Enter") mode.finish();
  }
  function showNext(): void {
    if (crosshair.isShown) mode.movePointer(centre());
  }
  const onPointer = () => setKeyboard(false);

  const units = [
    selectField({
      label: "Lengths in",
      choice: "length-unit",
      options: LENGTH_UNITS,
      onChange: (unit) => changeUnit({ lengthUnit: unit }),
    }),
    selectField({ label: "Areas in", choice: "area-unit", options: AREA_UNITS, onChange: (unit) => changeUnit({ areaUnit: unit }) }),
  ];
  function changeUnit(unit: Partial<Pick<Results, "lengthUnit" | "areaUnit">>): void {
    Object.assign(results, unit);
    show(true);
  }
  const shapes = shapeField((shape) => {
    mode.shape = shape;
    mode.clear();
  });
  const actions = element("div", { className: "actions" }, undo, clear, done);
  card.append(shapes, results.hint, results.table, results.total, profiles.root, element("div", { className: "units" }, ...units), actions);

  draw.start();
  draw.setMode(mode.mode);
  canvas.addEventListener("keydown", obeyKey);
  canvas.addEventListener("pointermove", onPointer);
  map.on("move", showNext);
  canvas.focus({ preventScroll: true });
  setKeyboard(canvas.matches(":focus-visible"));
  show(true);
  return () => {
    draw.stop();
    crosshair.remove();
    onProfile.remove();
    canvas.removeEventListener("keydown", obeyKey);
    canvas.removeEventListener("pointermove", onPointer);
    map.off("move", showNext);
  };
};
