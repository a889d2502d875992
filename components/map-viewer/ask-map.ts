import { mapAddressKind } from "./map-address";
import type { MapProblem } from "./map-problem";

/** True when there is an answer, whatever it says. A page may not read what another origin says. */
async function answers(address: string, signal: AbortSignal, init: RequestInit): Promise<boolean> {
  const enough = new AbortController();
  const stop = () => enough.abort();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await fetch(address, { mode: "no-cors", cache: "no-store", signal: enough.signal, ...init });
    return true;
  } catch {
    return signal.aborted;
  } finally {
    signal.removeEventListener("abort", stop);
    // The headers were all that was asked for.
    stop();
  }
}

async function askMapsOrigin(mapsOrigin: string, signal: AbortSignal): Promise<MapProblem | null> {
  return (await answers(`${mapsOrigin}/healthz`, signal, { method: "HEAD", credentials: "omit" })) ? null : "maps-away";
}

async function askOwn(address: string, mapsOrigin: string, signal: AbortSignal): Promise<MapProblem | null> {
  const answer = await fetch(address, { method: "HEAD", redirect: "manual", cache: "no-store", signal }).catch(() => null);
  if (!answer) return signal.aborted ? null : "offline";
  if (answer.type === "opaqueredirect") return askMapsOrigin(mapsOrigin, signal);
  if (answer.ok) return null;
  if (answer.status === 401) return "signed-out";
  return answer.status === 404 ? "gone" : "unavailable";
}

/**
 * Asks a map's address whether the map can be there, as far as a page may know.
 *
 * A frame tells next to nothing: browsers fire its `load` for the map, for the site's error page, for their own page about a
 * name that does not resolve, a refused connection or a bad certificate, and for a site that forbids framing
 * (X-Frame-Options, frame-ancestors) alike; neither its timing entries nor its window differ. An address of ours can be
 * read. Another site's answer cannot, but a `no-cors` request fails where there is none, so that much is known of it.
 * That a site forbids framing cannot be known at all.
 * @returns null when nothing speaks against it, or `signal` was aborted
 */
export async function askMap(address: string, mapsOrigin: string, signal: AbortSignal): Promise<MapProblem | null> {
  const kind = mapAddressKind(address, window.location.href, mapsOrigin);
  if (kind === "unusable") return "unusable";
  if (kind === "own") return askOwn(address, mapsOrigin, signal);
  if (kind === "maps") return askMapsOrigin(mapsOrigin, signal);
  // As the frame asks: some servers know no HEAD, and others want a client certificate, which goes with credentials only.
  if (await answers(address, signal, { credentials: "include" })) return null;
  return kind === "mixed" ? "mixed" : "unreachable";
}

/**
 * Asks again while the map is open. A map on a lost connection goes on working as far as it has come, so only what is
 * certain counts.
 * @returns null while there is no word that the right to see it has ended
 */
export async function askWhetherEnded(address: string, mapsOrigin: string, signal: AbortSignal): Promise<MapProblem | null> {
  if (mapAddressKind(address, window.location.href, mapsOrigin) !== "own") return null;
  const answer = await fetch(address, { method: "HEAD", redirect: "manual", cache: "no-store", signal }).catch(() => null);
  if (answer?.status === 401) return "signed-out";
  return answer?.status === 404 ? "gone" : null;
}
