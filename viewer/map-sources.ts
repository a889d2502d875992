import { addProtocol, type StyleSpecification } from "maplibre-gl";
import { Archives } from "./archives";
import { ConvertedFiles } from "./converted-files";
import { type Basemap, styleMap } from "./map-style";
import type { Panel } from "./panel";
import type { ShownMap } from "./shown-map";
import { themes } from "./theme";

export const NO_BASEMAP = "The basemap can't be read.";

interface OpenedBasemap {
  basemap: Basemap | null;
  attribution: string;
}

/** Returns the sources of a map in one line. */
export const joinAttributions = (...attributions: readonly (string | undefined)[]) => attributions.filter(Boolean).join(" · ");

/** The files that a map is drawn from, and its basemap in each theme. */
export class MapSources {
  readonly base = new URL(".", document.baseURI).href;
  readonly converted: ConvertedFiles;
  private readonly archives = new Archives();
  private contours: typeof import("./relief/contour-style") | undefined;
  /** The last basemap that was opened for the screen. */
  private latest: { name: string; basemap: Basemap | null } | null = null;

  /** @param onChange called after a file or the basemap can be drawn */
  constructor(
    panel: Panel,
    private readonly onChange: () => void,
  ) {
    this.converted = new ConvertedFiles(this.base, (key, status) => panel.setStatus(key, status), onChange);
    addProtocol("pmtiles", this.archives.request);
    addProtocol("cog", async (...request) => (await import("./cog-source")).requestCog(...request));
    addProtocol("contours", async (...request) => (await import("./relief/contour-tiles")).requestContours(...request));
  }

  /** Returns the style of a map with the basemap that is open. */
  style(map: ShownMap, isDark: boolean): StyleSpecification {
    return this.styleWith(map, isDark, map.basemap !== null && this.latest?.name === map.basemap ? this.latest.basemap : null);
  }

  /** Returns the style and the sources of a map in a theme that may not be that of the screen. */
  async styleIn(map: ShownMap, isDark: boolean): Promise<{ style: StyleSpecification; attribution: string }> {
    const [{ basemap, attribution }] = await Promise.all([this.open(map.basemap, isDark), this.loadContours(map)]);
    return { style: this.styleWith(map, isDark, basemap), attribution: joinAttributions(map.attribution, attribution) };
  }

  /**
   * Shows the basemap that map.json names.
   * @param isCurrent returns false once the map has another basemap
   * @returns its source, or a message when it can't be read
   */
  async showBasemap(name: string | null, isDark: boolean, isCurrent: () => boolean): Promise<string> {
    const { basemap, attribution } = await this.open(name, isDark);
    if (name !== null && isCurrent()) {
      if (basemap) this.latest = { name, basemap };
      this.onChange();
    }
    return attribution;
  }

  /** Shows the contours of a map, if it has some. */
  async showContours(map: ShownMap): Promise<void> {
    if (this.contours) return;
    await this.loadContours(map);
    if (this.contours) this.onChange();
  }

  private async loadContours({ layers }: ShownMap): Promise<void> {
    if (layers.some(({ contours }) => contours)) this.contours ??= await import("./relief/contour-style");
  }

  private styleWith(map: ShownMap, isDark: boolean, basemap: Basemap | null): StyleSpecification {
    const theme = isDark ? themes.dark : themes.light;
    return styleMap(map, { converted: this.converted.urls, basemap, theme, base: this.base, contours: this.contours });
  }

  private async open(name: string | null, isDark: boolean): Promise<OpenedBasemap> {
    if (name === null) return { basemap: null, attribution: "" };
    try {
      const { openBasemap } = await import("./basemap");
      const theme = isDark ? themes.dark : themes.light;
      return await openBasemap(name, { base: this.base, archives: this.archives, theme, isDark });
    } catch {
      return { basemap: null, attribution: NO_BASEMAP };
    }
  }
}
