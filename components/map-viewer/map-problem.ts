/**
 * - `signed-out`, `gone`, `unavailable`: the application's answer.
 * - `no-index`, `incomplete`: the map has no page to begin with, for admins and for users.
 * - `offline`: the application doesn't answer. `maps-away`: only the maps' origin doesn't.
 * - `unreachable`: another site doesn't answer the page that frames it.
 * - `left`: the map tried to open another site in its frame.
 * - `late`: the frame has not loaded within FRAME_LIMIT_MS.
 */
export type MapProblem =
  | "signed-out"
  | "gone"
  | "no-index"
  | "incomplete"
  | "unavailable"
  | "offline"
  | "maps-away"
  | "unreachable"
  | "mixed"
  | "unusable"
  | "left"
  | "late";

export const FRAME_LIMIT_MS = 20_000;

export type MapWay = "log-in" | "retry" | "new-tab" | "wait" | "show" | "files";

interface ProblemMessage {
  text: (host: string) => string;
  ways: readonly MapWay[];
}

/** What to say about each problem, and what the user can do. */
export const problemMessages: Readonly<Record<MapProblem, ProblemMessage>> = {
  "signed-out": { text: () => "Your session has expired. Please log in again.", ways: ["log-in"] },
  gone: { text: () => "The map has been removed, or it is no longer shared with you.", ways: ["retry"] },
  "no-index": { text: () => "This map has no index.html. Visitors see it once there is one at the top of its files.", ways: ["files"] },
  incomplete: { text: () => "The map has no page to begin with yet. Ask an admin to complete it.", ways: ["retry"] },
  unavailable: { text: () => "The server cannot show it right now. Please try again in a moment.", ways: ["retry"] },
  offline: { text: () => "Unable to connect to the server. Please check your internet connection.", ways: ["retry"] },
  "maps-away": { text: () => "The server that holds the maps does not answer. Please try again in a moment.", ways: ["retry"] },
  unreachable: {
    // A site with a Cross-Origin-Resource-Policy looks like one that is unavailable.
    text: (host) =>
      `${host} does not answer this page. The address may be wrong, the site may be away, its certificate may not be trusted, or it only answers visitors of its own.`,
    ways: ["retry", "new-tab", "show"],
  },
  mixed: {
    text: (host) => `${host} is on plain http. Browsers do not show that inside a page on https, but they open it in a tab of its own.`,
    ways: ["new-tab"],
  },
  unusable: { text: () => "The address of this map is not one that a browser can open.", ways: [] },
  left: {
    text: () => "A link in the map leads to another site. Open the map in a new tab to follow its links, or retry to see the map again.",
    ways: ["retry", "new-tab"],
  },
  late: {
    text: () => `The map is taking longer than ${FRAME_LIMIT_MS / 1000} seconds to load.`,
    ways: ["retry", "new-tab", "wait"],
  },
};

/** True when the frame may still show the map. */
export function keepsFrame(problem: MapProblem): boolean {
  return problem === "late" || problem === "unreachable";
}
