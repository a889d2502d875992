/** Maps in each state of the viewer, without a server. */
import { HttpResponse, http } from "msw";
import { expect, vi } from "vitest";
import { MapViewer } from "@/components/map-viewer/map-viewer";
import { projectSummary } from "../projects/project-rows";
import { answer } from "../setup/api";
import { renderScreen } from "../setup/render";
import { serve } from "../setup/serve";

const MAPS_ORIGIN = "http://maps.localhost:3001";
const FOREIGN = "https://maps.example/chart/";

type Report = "arrived" | "answers" | "unreachable";

interface MapState {
  mapUrl: string | null;
  /** What the page that frames a map of another site reports. */
  reports?: readonly Report[];
  /** The document of the frame never comes to its end. */
  isEndless?: boolean;
  isLate?: boolean;
}

export const mapStates = {
  own: { mapUrl: `${location.origin}/projects/maps/open/` },
  shown: { mapUrl: FOREIGN, reports: ["arrived", "answers"] },
  away: { mapUrl: FOREIGN, reports: ["unreachable"] },
  late: { mapUrl: FOREIGN, isEndless: true, isLate: true },
  incomplete: { mapUrl: FOREIGN, reports: ["arrived", "answers"], isEndless: true, isLate: true },
  unusable: { mapUrl: "ftp://maps.example/x" },
  missing: { mapUrl: "/projects/maps/no-such-map/" },
  mapless: { mapUrl: null },
} as const satisfies Record<string, MapState>;

export const frame = () => document.querySelector("iframe");

function report(externalMap: Report): void {
  const source = frame()?.contentWindow ?? null;
  window.dispatchEvent(new MessageEvent("message", { origin: MAPS_ORIGIN, source, data: { externalMap } }));
}

/** Opens a map in the viewer. @param view "&view=full" for the full screen */
export async function openMapState(name: string, { mapUrl, reports = [], isEndless = false, isLate = false }: MapState, view = "") {
  await serve("*/projects/*maps/*", () =>
    isEndless ? null : new Response("<!doctype html><title>Map</title>", { headers: { "Content-Type": "text/html" } }),
  );
  answer(http.head("/projects/maps/no-such-map/", () => new HttpResponse(null, { status: 404 })));
  for (const path of ["external-maps/open", "maps/open/"]) answer(http.head(`/projects/${path}`, () => new HttpResponse(null)));
  if (isLate) vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const project = projectSummary(name, { safeName: "open", viewMap: mapUrl });
  const screen = await renderScreen(<MapViewer projects={[project]} linked={null} mapsOrigin={MAPS_ORIGIN} />, `/projects?map=open${view}`);
  if (reports.length > 0 || isLate) await expect.poll(frame).not.toBeNull();
  const proceed = async () => {
    for (const one of reports) report(one);
    if (isLate) await vi.advanceTimersByTimeAsync(20_000);
    return document.body.textContent;
  };
  // Repeated: the viewer begins to listen, and to count the time, a moment after its frame exists.
  if (isLate) await expect.poll(proceed).toContain("20 seconds");
  else await proceed();
  return screen;
}
