import { env } from "../../../env";
import { MAPS_PATH } from "../../schema";
import type { Deliver, Found, Question } from "./answer";
import { MapFiles } from "./map-files";
import { Outside, type OutsideRules } from "./outside";
import { AddressRefusedError } from "./public-address";

/** Where a map's own page stands while its picture is made: a host that there is not. */
export const MAP_ORIGIN = "http://map.sea-vision.invalid";

/** A map to open: its files are here, or its address is somebody else's. */
export type MapTarget = { safeName: string; treeId: number } | { mapUrl: string };

/** A map and all that its page can load: its own files from the object store, the rest from the open internet. */
export class MapSite {
  private readonly files: MapFiles | null;
  private readonly outside: Outside;
  private readonly ownOrigins: readonly string[];

  /** @param rules of what is outside; tests have their own */
  constructor(
    private readonly target: MapTarget,
    rules?: OutsideRules,
  ) {
    this.files = "treeId" in target ? new MapFiles(target) : null;
    this.outside = new Outside(rules);
    const { appOrigin, mapsOrigin } = env();
    // A page may name its files by the whole address that they are published at.
    this.ownOrigins = this.files ? [MAP_ORIGIN, appOrigin, mapsOrigin] : [];
  }

  /** @returns the address to open. @throws AddressRefusedError for one that never leads anywhere; Error when it cannot be reached */
  async start(signal: AbortSignal): Promise<URL> {
    if ("treeId" in this.target) return new URL(`${MAPS_PATH}/${this.target.safeName}/`, MAP_ORIGIN);
    if (!URL.canParse(this.target.mapUrl)) throw new AddressRefusedError(this.target.mapUrl);
    const { url } = await this.outside.get({ url: new URL(this.target.mapUrl), range: undefined, isCrossOrigin: false }, signal);
    return url;
  }

  /**
   * @param signal after which nothing more is loaded
   * @param deliver gets the answer; of the map's own files, only so many are under way at once
   * @throws Error when it may not be loaded, or cannot be
   */
  async answer(question: Question, signal: AbortSignal, deliver: Deliver): Promise<void> {
    if (this.files && this.ownOrigins.includes(question.url.origin)) await this.files.answer(question, signal, deliver);
    else await deliver(await this.getOutside(question, signal));
  }

  async close(): Promise<void> {
    await this.outside.close();
  }

  private async getOutside(question: Question, signal: AbortSignal): Promise<Found> {
    const found = await this.outside.get(question, signal);
    // A host that lets the map's real origin read its answer lets us do so.
    if (found.headers["access-control-allow-origin"] === env().mapsOrigin) found.headers["access-control-allow-origin"] = "*";
    return found;
  }
}
