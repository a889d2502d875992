import { element } from "../element";
import { selectField, storedOption } from "../tools/choice-fields";
import { ORIENTATIONS, PAPERS, type Paper } from "./paper";
import { formatScale, parseScale, SCALES } from "./scale";

const FORMATS = { pdf: "PDF", png: "PNG" } as const;
const RESOLUTIONS = { fine: "300 dpi", draft: "150 dpi" } as const;
const PIXELS_OF_AN_INCH = { fine: 300, draft: 150 } as const;
const [SCREEN, OTHER] = ["screen", "other"] as const;

function labelled(label: string, field: HTMLElement): HTMLElement {
  return element("label", { className: "field" }, element("span", { textContent: label }), field);
}

const row = (...fields: HTMLElement[]) => element("div", { className: "units" }, ...fields);

/** What the visitor chooses to print. */
export class PrintForm {
  readonly title = element("input", { type: "text", maxLength: 200 });
  readonly parts: readonly HTMLElement[];
  private readonly scales = element("select", {}, new Option("As on the screen", SCREEN));
  private readonly typed = element("input", { type: "text", inputMode: "numeric", placeholder: "1:25,000" });
  private readonly typedField = labelled("Other scale", this.typed);
  private readonly legend = element("input", { type: "checkbox", checked: true });
  private readonly chosen = {
    paper: storedOption("print-paper", PAPERS),
    orientation: storedOption("print-orientation", ORIENTATIONS),
    format: storedOption("print-format", FORMATS),
    resolution: storedOption("print-resolution", RESOLUTIONS),
  };

  /** @param onChange the page or the scale changes */
  constructor(title: string, onChange: () => void) {
    this.title.value = title;
    for (const scale of SCALES) this.scales.add(new Option(formatScale(scale), String(scale)));
    this.scales.add(new Option("Other…", OTHER));
    this.typedField.hidden = true;
    this.scales.addEventListener("change", () => {
      this.typedField.hidden = this.scales.value !== OTHER;
      if (this.scales.value === OTHER) this.typed.focus();
      onChange();
    });
    this.typed.addEventListener("input", onChange);
    this.legend.addEventListener("change", onChange);
    type Chosen = typeof this.chosen;
    const stored = <Name extends keyof Chosen>(label: string, name: Name, options: Readonly<Record<Chosen[Name], string>>) => {
      const remember = (option: Chosen[Name]) => {
        this.chosen[name] = option;
        onChange();
      };
      return selectField({ label, choice: `print-${name}`, options, onChange: remember });
    };
    this.parts = [
      labelled("Title", this.title),
      row(stored("Paper", "paper", PAPERS), stored("Orientation", "orientation", ORIENTATIONS)),
      row(labelled("Scale", this.scales), this.typedField),
      row(stored("Format", "format", FORMATS), stored("Resolution", "resolution", RESOLUTIONS)),
      element("label", { className: "check" }, this.legend, "Legend"),
    ];
  }

  paper(): Paper {
    const { paper, orientation } = this.chosen;
    return { paper, orientation, hasLegend: this.legend.checked };
  }

  format(): keyof typeof FORMATS {
    return this.chosen.format;
  }

  /** Returns pixels of an inch. */
  resolution(): number {
    return PIXELS_OF_AN_INCH[this.chosen.resolution];
  }

  /** Returns the denominator of the chosen scale, `screen` for that of the screen, or null if it can't be read. */
  scale(): number | typeof SCREEN | null {
    const { value } = this.scales;
    if (value === SCREEN) return SCREEN;
    const scale = parseScale(value === OTHER ? this.typed.value : value);
    this.typed.ariaInvalid = String(scale === null);
    return scale;
  }
}
