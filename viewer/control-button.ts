import { element } from "./element";

/** Returns a button of a control group of the map. @param path of an icon of 24 by 24, drawn as a line */
export function controlButton(label: string, path: string, onClick: () => void): HTMLButtonElement {
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("class", "icon");
  icon.ariaHidden = "true";
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  icon.append(line);
  const button = element("button", { type: "button", ariaLabel: label, title: label }, icon);
  button.addEventListener("click", onClick);
  return button;
}
