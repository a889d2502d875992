import type { Position } from "geojson";
import { type GeoJSONStoreFeatures, type TerraDrawAdapterStyling, TerraDrawExtend, type TerraDrawMouseEvent } from "terra-draw";
import { drawnLine } from "./measurements";

export type Shape = "distance" | "area";
export const FEWEST_POINTS: Readonly<Record<Shape, number>> = { distance: 2, area: 3 };

/** Pixels between two clicks of a double-click. */
const REACH = 8;
/** Stands out from land, water and images. Sea charts draw such lines in magenta. */
const COLOR = "#c2185b";

/** Draws the line or the area that is measured. One at a time: the first point after the last one begins a new one. */
export class MeasureMode extends TerraDrawExtend.TerraDrawBaseDrawMode<TerraDrawExtend.CustomStyling> {
  override mode = "measure";
  shape: Shape = "distance";
  isFinished = false;
  private points: Position[] = [];
  /** Where the next point would be. */
  private next: Position | null = null;
  private ids: TerraDrawExtend.FeatureId[] = [];

  /** @param onChange `isPoint` is false when only the pointer has moved */
  constructor(private readonly onChange: (isPoint: boolean) => void) {
    super();
  }

  /** Returns the points, and with `withNext` also the place of the pointer. */
  read(withNext: boolean): readonly Position[] {
    return withNext && this.next && this.points.length > 0 ? [...this.points, this.next] : this.points;
  }

  get canFinish(): boolean {
    return !this.isFinished && this.points.length >= FEWEST_POINTS[this.shape];
  }

  /** Adds a point. A point at the place of the last one finishes. */
  add(point: Position): void {
    if (this.isFinished) this.clear();
    const last = this.points.at(-1);
    if (last && this.isNear(last, point)) this.finish();
    else {
      this.points.push(point);
      this.next = null;
      this.update(true);
    }
  }

  movePointer(point: Position): void {
    const last = this.points.at(-1);
    if (this.isFinished || !last) return;
    this.next = this.isNear(last, point) ? null : point;
    this.update(false);
  }

  removeLast(): void {
    this.isFinished = false;
    this.points.pop();
    this.update(true);
  }

  finish(): void {
    if (!this.canFinish) return;
    this.isFinished = true;
    this.next = null;
    this.update(true);
  }

  clear(): void {
    this.isFinished = false;
    this.next = null;
    this.points = [];
    this.update(true);
  }

  override start(): void {
    this.setStarted();
    this.setDoubleClickToZoom(false);
    this.setCursor("crosshair");
  }

  override stop(): void {
    this.setDoubleClickToZoom(true);
    this.setCursor("unset");
    this.setStopped();
  }

  override cleanUp(): void {
    this.ids = [];
  }

  override onClick({ lng, lat, button, isContextMenu }: TerraDrawMouseEvent): void {
    if (button === "left" && !isContextMenu) this.add([lng, lat]);
  }

  override onMouseMove({ lng, lat }: TerraDrawMouseEvent): void {
    this.movePointer([lng, lat]);
  }

  override styleFeature({ geometry }: GeoJSONStoreFeatures): TerraDrawAdapterStyling {
    return {
      ...TerraDrawExtend.getDefaultStyling(),
      lineStringColor: COLOR,
      lineStringWidth: 3,
      polygonFillColor: COLOR,
      polygonFillOpacity: 0.15,
      polygonOutlineColor: COLOR,
      polygonOutlineWidth: 3,
      pointColor: "#ffffff",
      pointOutlineColor: COLOR,
      pointOutlineWidth: 2,
      pointWidth: 4,
      zIndex: geometry.type === "Point" ? 30 : 10,
    };
  }

  private isNear([lng = 0, lat = 0]: Position, [otherLng = 0, otherLat = 0]: Position): boolean {
    const [one, other] = [this.project(lng, lat), this.project(otherLng, otherLat)];
    return Math.hypot(one.x - other.x, one.y - other.y) <= REACH;
  }

  private update(isPoint: boolean): void {
    this.store.delete(this.ids);
    this.ids = this.store.create(this.geometries().map((geometry) => ({ geometry, properties: { mode: this.mode } })));
    this.onChange(isPoint);
  }

  private geometries(): GeoJSONStoreFeatures["geometry"][] {
    const path = [...this.read(true)];
    const [first] = path;
    const points = this.points.map((coordinates) => ({ type: "Point" as const, coordinates }));
    if (!first || path.length < 2) return points;
    if (this.shape === "distance" || path.length < 3) return [{ type: "LineString", coordinates: drawnLine(path) }, ...points];
    return [{ type: "Polygon", coordinates: [drawnLine([...path, first])] }, ...points];
  }
}
