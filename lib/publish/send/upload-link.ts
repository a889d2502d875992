/**
 * How the transfer stands: bytes flow, the person paused it, the network or the server is away (it goes on by itself),
 * or the session is (it goes on after signing in again). `still`: nothing has moved for some seconds, nobody knows why.
 * `unavailable`: the server says itself that it cannot go on now. `unanswered`: everything has been sent, and whether it has arrived
 * is asked.
 */
export type UploadLink =
  | "connecting"
  | "sending"
  | "still"
  | "paused"
  | "offline"
  | "unreachable"
  | "unavailable"
  | "signed-out"
  | "unanswered";

/** Nothing will move before the network, or the server, is back. */
export function isAway(link: UploadLink): boolean {
  return link === "offline" || link === "unreachable" || link === "unavailable";
}
