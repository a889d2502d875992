import { element } from "../element";

const STEP = 5;
const [LEAST, MOST] = [15, 80];
/** The height that the user has chosen, for the next table. Percent of the frame. */
let height = 42;

/** Returns the edge that changes the height of the table, by pointer and by arrow keys (WAI-ARIA window splitter). */
export function resizeHandle(frame: HTMLElement): HTMLElement {
  const handle = element("div", { className: "resize", tabIndex: 0, role: "separator", ariaLabel: "Height of the table" });
  handle.ariaOrientation = "horizontal";
  [handle.ariaValueMin, handle.ariaValueMax] = [String(LEAST), String(MOST)];
  function resize(percent: number): void {
    height = Math.round(Math.min(MOST, Math.max(LEAST, percent)));
    frame.style.setProperty("--table", `${height}%`);
    handle.ariaValueNow = String(height);
  }
  handle.addEventListener("pointerdown", ({ pointerId }) => handle.setPointerCapture(pointerId));
  handle.addEventListener("pointermove", ({ pointerId, clientY }) => {
    const { bottom, height: whole } = frame.getBoundingClientRect();
    if (handle.hasPointerCapture(pointerId)) resize(((bottom - clientY) / whole) * 100);
  });
  handle.addEventListener("keydown", (event) => {
    const change = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (change === undefined) return;
    event.preventDefault();
    resize(height + change);
  });
  resize(height);
  return handle;
}
