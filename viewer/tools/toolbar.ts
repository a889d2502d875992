import type { IControl, LngLat } from "maplibre-gl";
import { controlButton } from "../control-button";
import { element } from "../element";
import type { OpenTool, ToolContext } from "./tool";

interface ToolEntry {
  title: string;
  icon: string;
  /** The tool gets the clicks on the map, so that they select no feature. */
  takesClicks: boolean;
  load: () => Promise<OpenTool>;
}

const TOOLS = {
  measure: {
    title: "Measure",
    icon: "M3 16 16 3l5 5L8 21ZM7 12l2.5 2.5M10 9l1.5 1.5M13 6l2.5 2.5",
    takesClicks: true,
    load: async () => (await import("./measure-tool")).openMeasure,
  },
  coordinates: {
    title: "Coordinates",
    icon: "M12 3v5M12 16v5M3 12h5M16 12h5M12 8a4 4 0 1 0 0 8 4 4 0 1 0 0-8Z",
    takesClicks: true,
    load: async () => (await import("./coordinates-tool")).openCoordinates,
  },
  compare: {
    title: "Compare layers",
    icon: "M4 5h16v14H4zM12 3v18M15 10l2 2-2 2M9 10l-2 2 2 2",
    takesClicks: true,
    load: async () => (await import("../compare/compare-tool")).openCompare,
  },
  print: {
    title: "Print",
    icon: "M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z",
    takesClicks: false,
    load: async () => (await import("../print/print-tool")).openPrint,
  },
  share: {
    title: "Share this view",
    icon: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2",
    takesClicks: false,
    load: async () => (await import("./share-tool")).openShare,
  },
} as const satisfies Record<string, ToolEntry>;
type ToolName = keyof typeof TOOLS;

/** A column of buttons. Each opens a tool in a card, one at a time. */
export class Toolbar implements IControl {
  private readonly root = element("div", { className: "maplibregl-ctrl maplibregl-ctrl-group tools" });
  private readonly card = element("section", { className: "card", id: "tool", hidden: true });
  private readonly buttons = new Map<ToolName, HTMLButtonElement>();
  private opened: { name: ToolName; end: () => void } | null = null;
  /** Counts openings: a tool that arrives late isn't shown. */
  private openings = 0;

  constructor(
    private readonly frame: HTMLElement,
    private readonly context: ToolContext,
  ) {}

  onAdd(): HTMLElement {
    for (const [name, { title, icon }] of Object.entries(TOOLS) as [ToolName, ToolEntry][]) {
      const button = controlButton(title, icon, () => (this.opened?.name === name ? this.close() : void this.open(name)));
      button.ariaExpanded = "false";
      button.setAttribute("aria-controls", this.card.id);
      this.buttons.set(name, button);
    }
    this.root.append(...this.buttons.values());
    this.frame.append(this.card);
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.close();
    });
    return this.root;
  }

  onRemove(): void {
    this.root.remove();
  }

  takesClicks(): boolean {
    return this.opened !== null && TOOLS[this.opened.name].takesClicks;
  }

  /** Opens a tool in place of the one that is open. While measuring, a right click opens no other. */
  async open(name: ToolName, place: LngLat | null = null): Promise<void> {
    if (place && this.opened?.name === "measure") return;
    this.close();
    this.openings += 1;
    const opening = this.openings;
    const { title, load } = TOOLS[name];
    const open = await load().catch((): OpenTool => showFailure);
    if (opening !== this.openings) return;
    const body = element("div", { className: "body" });
    const heading = element("h2", { textContent: title, tabIndex: -1 });
    const closing = element("button", { type: "button", ariaLabel: "Close", title: "Close", className: "close", textContent: "×" });
    closing.addEventListener("click", () => this.close());
    this.card.ariaLabel = title;
    this.card.replaceChildren(element("header", {}, heading, closing), body);
    this.card.hidden = false;
    heading.focus({ preventScroll: true });
    this.context.onOpen();
    this.opened = { name, end: open(body, this.context, place) };
    this.buttons.get(name)?.setAttribute("aria-expanded", "true");
  }

  private close(): void {
    this.openings += 1;
    if (!this.opened) return;
    const { name, end } = this.opened;
    const button = this.buttons.get(name);
    this.opened = null;
    if (this.card.contains(document.activeElement)) button?.focus();
    end();
    this.card.hidden = true;
    this.card.replaceChildren();
    button?.setAttribute("aria-expanded", "false");
  }
}

const showFailure: OpenTool = (card) => {
  card.append(element("p", { textContent: "The tool can't be loaded. Reload the page." }));
  return () => undefined;
};
