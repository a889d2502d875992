import { env } from "../../../env";
import type { MapTarget } from "../../../projects/images/claims";
import { mapOriginOf } from "../../origins/origin";
import { MAPS_PATH } from "../../schema";
import { type Deliver, type Found, MapFiles, type Question } from "./map-files";
import { AddressRefusedError, Outside, type OutsideRules } from "./outside";

export const MAP_ORIGIN = "http://map.sea-vision.invalid";

export class MapSite {
  private readonly files: MapFiles | null;
  private readonly outside: Outside;
  /** The origin that the map has for its visitors. */
  private readonly realOrigin: string;
  private readonly ownOrigins: readonly string[];

  constructor(
    private readonly target: MapTarget,
    rules?: OutsideRules,
  ) {
    const { appOrigin, mapsOrigin } = env();
    this.files = "treeId" in target ? new MapFiles(target) : null;
    this.realOrigin = "treeId" in target ? mapOriginOf(target.projectId) : mapsOrigin;
    this.outside = new Outside(this.realOrigin, rules);
    this.ownOrigins = this.files ? [MAP_ORIGIN, appOrigin, mapsOrigin, this.realOrigin] : [];
  }

  /** Returns the URL to open. @throws AddressRefusedError for a forbidden URL; Error when it can't be reached */
  async start(signal: AbortSignal): Promise<URL> {
    if ("treeId" in this.target) return new URL(`${MAPS_PATH}/${this.target.safeName}/`, MAP_ORIGIN);
    if (!URL.canParse(this.target.mapUrl)) throw new AddressRefusedError(this.target.mapUrl);
    const { url } = await this.outside.get({ url: new URL(this.target.mapUrl), range: undefined, isCrossOrigin: false }, signal);
    return url;
  }

  /** Responds to a request of the page. Limits concurrent responses. @throws Error when it must not or can't be loaded */
  async answer(question: Question, signal: AbortSignal, deliver: Deliver): Promise<void> {
    if (this.files && this.ownOrigins.includes(question.url.origin)) await this.files.answer(question, signal, deliver);
    else await deliver(await this.getOutside(question, signal));
  }

  async close(): Promise<void> {
    await this.outside.close();
  }

  private async getOutside(question: Question, signal: AbortSignal): Promise<Found> {
    const found = await this.outside.get(question, signal);
    // The host allows the map's real origin, which the page doesn't have here.
    if (found.headers["access-control-allow-origin"] === this.realOrigin) found.headers["access-control-allow-origin"] = "*";
    return found;
  }
}
