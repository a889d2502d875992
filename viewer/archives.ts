import type { AddProtocolAction } from "maplibre-gl";
import { PMTiles, Protocol, SharedPromiseCache } from "pmtiles";
import { inflateBounded } from "../lib/data-maps/formats/inflate-bounded";

/** A tile of some kilobytes must not fill the memory of the browser. Tiles of maps have at most some megabytes. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_DIRECTORIES = 100;
/** Value of the specification (PMTiles version 3, section 3). */
const GZIP = 2;
const SCHEME = "pmtiles://";
/** What the address of a tile has after that of its archive. */
const TILE = /\/\d+\/\d+\/\d+$/;

const inflate = (data: ArrayBuffer, compression: number) =>
  compression === GZIP ? inflateBounded(data, MOST_BYTES) : Promise.resolve(data);

/** The PMTiles archives of a map, whose tiles are inflated up to a limit. */
export class Archives {
  private readonly protocol = new Protocol();

  /** @param address URL of an archive. It is read on demand */
  open(address: string): PMTiles {
    const known = this.protocol.get(address);
    if (known) return known;
    const archive = new PMTiles(address, new SharedPromiseCache(MOST_DIRECTORIES, true, inflate), inflate);
    this.protocol.add(archive);
    return archive;
  }

  /** Answers MapLibre's requests for `pmtiles://` addresses. */
  request: AddProtocolAction = (request, abortController) => {
    this.open(request.url.slice(SCHEME.length).replace(TILE, ""));
    return this.protocol.tile(request, abortController);
  };
}
