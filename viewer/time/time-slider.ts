import type { MapLibreMap } from "maplibre-gl";
import type { MapLayer } from "../../lib/data-maps/schema";
import { timeAttributeOf } from "../../lib/data-maps/style/times";
import { element } from "../element";
import { timeFormat } from "../feature-text";
import { icon } from "../icon";
import { hasClusters } from "../point-style";
import type { ShownLayer } from "../shown-map";
import { FeatureTimes } from "./feature-times";
import {
  chosenTimes,
  firstWindow,
  keepTimes,
  moveHandle,
  type Positions,
  rangeOf,
  STEPS,
  type TimeRange,
  timeAt,
  WHOLE,
} from "./positions";
import { timeFilter } from "./time-filter";

const [PLAY, PAUSE] = ["M7 4l13 8-13 8z", "M8 4v16M16 4v16"];
const SPEEDS = [0.5, 1, 2, 4];
/** Milliseconds between two pictures, and of a play of all times. */
const [TICK, DURATION] = [100, 20_000];
const HOUR = 3_600_000;

export interface TimedMap {
  map: MapLibreMap;
  layers(): readonly MapLayer[];
  /** The visitor chooses other times. */
  onChange(): void;
}

/** Chooses by time which features are shown, along the bottom of the map. */
export class TimeSlider {
  private readonly play = element("button", { type: "button", className: "tool" });
  private readonly from = element("input", { type: "range", max: String(STEPS), ariaLabel: "From" });
  private readonly to = element("input", { type: "range", max: String(STEPS), ariaLabel: "To" });
  private readonly track = element("div", { className: "track" }, this.from, this.to);
  private readonly text = element("p");
  private readonly speed = element("select", { ariaLabel: "Speed" }, ...SPEEDS.map((speed) => new Option(`${speed}×`, String(speed))));
  private readonly all = element("button", { type: "button", className: "plain", textContent: "All times" });
  private readonly root = element("section", { className: "time", ariaLabel: "Time", hidden: true });
  private readonly featureTimes: FeatureTimes;
  private range: TimeRange | null = null;
  private positions: Positions = WHOLE;
  private playing: number | undefined;
  private waiting: number | undefined;
  private isMoved = true;

  constructor(private readonly timed: TimedMap) {
    const { map } = timed;
    const frame = map.getContainer().parentElement;
    this.featureTimes = new FeatureTimes(map);
    this.speed.value = "1";
    this.root.append(this.play, this.text, this.track, this.speed, this.all);
    this.play.addEventListener("click", () => (this.playing === undefined ? this.start() : this.stop()));
    this.all.addEventListener("click", () => {
      this.stop();
      this.choose(WHOLE);
      this.play.focus();
    });
    for (const [handle, input] of [["from", this.from] as const, ["to", this.to] as const]) {
      input.addEventListener("input", () => {
        this.stop();
        this.choose(moveHandle(this.positions, handle, input.valueAsNumber));
      });
    }
    new ResizeObserver(() => frame?.style.setProperty("--time", `${this.root.offsetHeight}px`)).observe(this.root);
    frame?.append(this.root);
    map.on("moveend", () => {
      this.isMoved = true;
    });
    map.on("idle", () => this.readFeatures());
    this.stop();
  }

  /** Shows the times of the layers, which may be others than before. */
  update(): void {
    const range = rangeOf(this.timed.layers().map((layer) => this.featureTimes.rangeOf(layer)));
    if (!range) this.stop();
    this.positions = range && this.range ? keepTimes(this.positions, this.range, range) : WHOLE;
    this.range = range;
    this.root.hidden = range === null;
    this.show();
  }

  /** Returns a layer with its features at the chosen times. Clusters count all, so single points are drawn instead. */
  apply(layer: ShownLayer): ShownLayer {
    const attribute = timeAttributeOf(layer);
    if (attribute === null || !this.range || this.isWhole) return layer;
    const times = timeFilter(attribute, chosenTimes(this.positions, this.range));
    return { ...layer, times, ...(hasClusters(layer) && { pointStyle: "circles" }) };
  }

  private get isWhole(): boolean {
    return this.positions[0] <= 0 && this.positions[1] >= STEPS;
  }

  private readFeatures(): void {
    if (!this.isMoved || this.playing !== undefined) return;
    this.isMoved = false;
    if (this.featureTimes.read(this.timed.layers())) this.update();
  }

  private start(): void {
    this.choose(firstWindow(this.positions));
    this.playing = window.setInterval(() => this.tick(), TICK);
    this.showButton("Pause", PAUSE);
  }

  private stop(): void {
    window.clearInterval(this.playing);
    this.playing = undefined;
    this.showButton("Play", PLAY);
  }

  private tick(): void {
    const [from, to] = this.positions;
    const step = Math.min(STEPS - to, (STEPS * TICK * Number(this.speed.value)) / DURATION);
    this.choose([from + step, to + step]);
    if (to + step >= STEPS) this.stop();
  }

  private showButton(title: string, lines: string): void {
    if (this.play.title === title) return;
    this.play.title = title;
    this.play.ariaLabel = title;
    this.play.replaceChildren(icon(lines));
  }

  private choose(positions: Positions): void {
    this.positions = positions;
    this.show();
    // The map can't draw as often as a pointer moves.
    this.waiting ??= window.setTimeout(() => {
      this.waiting = undefined;
      this.timed.onChange();
    }, TICK / 2);
  }

  private show(): void {
    if (!this.range) return;
    const { range, positions } = this;
    const [from, to] = [timeAt(positions[0], range), timeAt(positions[1], range)];
    const format = timeFormat(range[1] - range[0] < HOUR ? "medium" : "short");
    [this.from.valueAsNumber, this.to.valueAsNumber] = positions;
    [this.from.ariaValueText, this.to.ariaValueText] = [format.format(from), format.format(to)];
    this.track.style.setProperty("--from", `${(positions[0] / STEPS) * 100}%`);
    this.track.style.setProperty("--to", `${(positions[1] / STEPS) * 100}%`);
    this.text.textContent = `${format.formatRange(from, to)} UTC`;
    this.all.disabled = this.isWhole;
  }
}
