import { element } from "../element";
import { readChoice, storeChoice } from "./stored-choice";

/** Returns the stored choice if it is one of the options, else the first option. */
export function storedOption<Option extends string>(choice: string, options: Readonly<Record<Option, string>>): Option {
  const names = Object.keys(options) as [Option, ...Option[]];
  const stored = readChoice(choice);
  return names.find((name) => name === stored) ?? names[0];
}

interface SelectField<Option extends string> {
  label: string;
  /** Name under which the choice is stored. */
  choice: string;
  options: Readonly<Record<Option, string>>;
  onChange: (option: Option) => void;
}

/** Returns a list to choose from, which remembers the choice. */
export function selectField<Option extends string>({ label, choice, options, onChange }: SelectField<Option>): HTMLElement {
  const entries = Object.entries<string>(options) as [Option, string][];
  const list = element("select", {}, ...entries.map(([value, text]) => element("option", { value, textContent: text })));
  list.value = storedOption(choice, options);
  list.addEventListener("change", () => {
    const [chosen] = entries[list.selectedIndex] ?? [];
    if (chosen === undefined) return;
    storeChoice(choice, chosen);
    onChange(chosen);
  });
  return element("label", { className: "field" }, element("span", { textContent: label }), list);
}

/** Returns a button of a card. */
export function cardButton(text: string, onClick: () => void): HTMLButtonElement {
  const button = element("button", { type: "button", textContent: text });
  button.addEventListener("click", onClick);
  return button;
}
