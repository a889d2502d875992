import type { MapLibreMap } from "maplibre-gl";
import type { MapLayer } from "../../lib/data-maps/schema";
import { timeAttributeOf } from "../../lib/data-maps/style/times";
import { element } from "../element";
import { timeFormat } from "../feature-text";
import { icon } from "../icon";
import { hasClusters } from "../point-style";
import type { ShownLayer } from "../shown-map";
import { FeatureTimes } from "./feature-times";
import { ALL_TIMES, chooseTimes, firstWindow, limitTo, rangeOf, type TimeRange } from "./positions";
import { timeFilter } from "./time-filter";

const [PLAY, PAUSE] = ["M7 4l13 8-13 8z", "M8 4v16M16 4v16"];
const SPEEDS = [0.5, 1, 2, 4];
/** Places of a handle. */
const STEPS = 1000;
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
  private readonly root = element(
    "section",
    { className: "time", ariaLabel: "Time", hidden: true },
    ...[this.play, this.text, this.track, this.speed, this.all],
  );
  private readonly featureTimes: FeatureTimes;
  private range: TimeRange = [0, 1];
  private chosen = ALL_TIMES;
  private playing: number | undefined;
  private waiting: number | undefined;

  constructor(private readonly timed: TimedMap) {
    const { map } = timed;
    const frame = map.getContainer().parentElement;
    this.featureTimes = new FeatureTimes(map);
    this.speed.value = "1";
    this.play.addEventListener("click", () => (this.playing === undefined ? this.start() : this.stop()));
    this.all.addEventListener("click", () => {
      this.stop();
      this.choose(ALL_TIMES);
      this.play.focus();
    });
    this.track.addEventListener("input", ({ target }) => {
      this.stop();
      const [from, to] = [this.timeAt(this.from), this.timeAt(this.to)];
      // A handle pushes the other one.
      this.choose(target === this.from ? [from, Math.max(from, to)] : [Math.min(from, to), to]);
    });
    new ResizeObserver(() => frame?.style.setProperty("--time", `${this.root.offsetHeight}px`)).observe(this.root);
    frame?.append(this.root);
    map.on("idle", () => {
      if (this.playing === undefined && this.featureTimes.read(timed.layers())) this.update();
    });
    this.stop();
  }

  /** Shows the times of the layers, which may be others than before. */
  update(): void {
    // The map may have drawn for the last time before this program was loaded.
    this.featureTimes.read(this.timed.layers());
    const range = rangeOf(this.timed.layers().map((layer) => this.featureTimes.rangeOf(layer)));
    this.root.hidden = range === null;
    if (range) this.range = range;
    else {
      this.stop();
      this.chosen = ALL_TIMES;
    }
    this.show();
  }

  /** Returns a layer with its features at the chosen times. Clusters count all, so single points are drawn instead. */
  apply(layer: ShownLayer): ShownLayer {
    const attribute = timeAttributeOf(layer);
    if (attribute === null || !this.chosen.some(Number.isFinite)) return layer;
    return { ...layer, times: timeFilter(attribute, this.chosen), ...(hasClusters(layer) && { pointStyle: "circles" }) };
  }

  private timeAt({ valueAsNumber }: HTMLInputElement): number {
    const [first, last] = this.range;
    return Math.round(first + (valueAsNumber / STEPS) * (last - first));
  }

  private start(): void {
    this.choose(firstWindow(this.range, limitTo(this.range, this.chosen)));
    this.playing = window.setInterval(() => this.tick(), TICK);
    this.showButton("Pause", PAUSE);
  }

  private stop(): void {
    window.clearInterval(this.playing);
    this.playing = undefined;
    this.showButton("Play", PLAY);
  }

  private tick(): void {
    const [first, last] = this.range;
    const [from, to] = limitTo(this.range, this.chosen);
    const step = Math.min(last - to, ((last - first) * TICK * Number(this.speed.value)) / DURATION);
    this.choose([from + step, to + step]);
    if (to + step >= last) this.stop();
  }

  private showButton(title: string, lines: string): void {
    if (this.play.title === title) return;
    [this.play.title, this.play.ariaLabel] = [title, title];
    this.play.replaceChildren(icon(lines));
  }

  private choose(times: TimeRange): void {
    this.chosen = chooseTimes(this.range, times);
    this.show();
    // The map can't draw as often as a pointer moves.
    this.waiting ??= window.setTimeout(() => {
      this.waiting = undefined;
      this.timed.onChange();
    }, TICK / 2);
  }

  private show(): void {
    const [first, last] = this.range;
    const [from, to] = limitTo(this.range, this.chosen);
    const format = timeFormat(last - first < HOUR ? "medium" : "short");
    for (const [name, input, time] of [["--from", this.from, from] as const, ["--to", this.to, to] as const]) {
      const share = (time - first) / (last - first);
      input.valueAsNumber = share * STEPS;
      input.ariaValueText = format.format(time);
      this.track.style.setProperty(name, `${share * 100}%`);
    }
    this.text.textContent = `${format.formatRange(from, to)} UTC`;
    this.all.disabled = !this.chosen.some(Number.isFinite);
  }
}
