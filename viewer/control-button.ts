import { element } from "./element";
import { icon } from "./icon";

/** Returns a button of a control group of the map. @param lines of its icon: a path in a square of 24 */
export function controlButton(label: string, lines: string, onClick: () => void): HTMLButtonElement {
  const button = element("button", { type: "button", ariaLabel: label, title: label }, icon(lines));
  button.addEventListener("click", onClick);
  return button;
}
