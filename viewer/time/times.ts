import { timeAttributeOf } from "../../lib/data-maps/style/times";
import type { ShownLayer } from "../shown-map";
import type { TimedMap, TimeSlider } from "./time-slider";

/** The time slider of a map. It is loaded when a layer has times. */
export class Times {
  private slider: TimeSlider | undefined;

  constructor(private readonly timed: () => TimedMap) {}

  /** Shows the times of the layers, which may be others than before. */
  async show(): Promise<void> {
    const timed = this.timed();
    if (!this.slider && !timed.layers().some((layer) => timeAttributeOf(layer) !== null)) return;
    const { TimeSlider } = await import("./time-slider");
    this.slider ??= new TimeSlider(timed);
    this.slider.update();
    timed.onChange();
  }

  /** Returns a layer with its features at the chosen times. */
  apply(layer: ShownLayer): ShownLayer {
    return this.slider?.apply(layer) ?? layer;
  }
}
