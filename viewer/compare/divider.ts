import { element } from "../element";

/** Percents that a key moves the divider. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -2,
  ArrowDown: -2,
  ArrowRight: 2,
  ArrowUp: 2,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
};

/** A vertical line that is dragged over the map, or moved by keys (WAI-ARIA slider). */
export class Divider {
  private readonly root = element("div", { className: "divider", role: "slider", tabIndex: 0, ariaLabel: "Divider" });
  private share = 50;

  /** @param onMove gets how much of the map is at its left. Percent */
  constructor(
    container: HTMLElement,
    private readonly onMove: (share: number) => void,
  ) {
    this.root.ariaValueMin = "0";
    this.root.ariaValueMax = "100";
    this.root.addEventListener("pointerdown", (event) => {
      this.root.setPointerCapture(event.pointerId);
      event.preventDefault();
      this.root.focus({ preventScroll: true });
    });
    this.root.addEventListener("pointermove", ({ pointerId, clientX }) => {
      if (!this.root.hasPointerCapture(pointerId)) return;
      const { left, width } = container.getBoundingClientRect();
      this.move((100 * (clientX - left)) / width);
    });
    this.root.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.move(this.share + step);
    });
    container.append(this.root);
    this.move(this.share);
  }

  focus(): void {
    this.root.focus({ preventScroll: true });
  }

  remove(): void {
    this.root.remove();
  }

  private move(share: number): void {
    this.share = Math.min(100, Math.max(0, share));
    this.root.style.left = `${this.share}%`;
    this.root.ariaValueNow = String(Math.round(this.share));
    this.root.ariaValueText = `${Math.round(this.share)} % of the map at the left`;
    this.onMove(this.share);
  }
}
