/**
 * `answering`: every byte was sent. `still`: no byte has moved for some seconds. `unreachable`: the server doesn't answer.
 * `unavailable`: the server answers that it can't continue now. `unanswered`: the client checks whether everything arrived.
 */
export type ConnectionState =
  | "connecting"
  | "sending"
  | "answering"
  | "still"
  | "paused"
  | "offline"
  | "unreachable"
  | "unavailable"
  | "signed-out"
  | "unanswered";

/** True while the transfer waits for the network or the server. */
export function isUnavailable(link: ConnectionState): boolean {
  return link === "offline" || link === "unreachable" || link === "unavailable";
}
