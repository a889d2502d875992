import { type Listening, listen } from "../../lib/jobs/notifications";
import type { Lost } from "./right-check";

/** Reads what the database says when somebody loses a right; what is not understood may mean anybody. */
export function parseLost(payload: string): Lost {
  const [kind, id] = payload.split(":");
  if (id && kind === "account") return { account: id };
  return id && kind === "project" ? { project: id } : "any";
}

/** Has lost rights forgotten at once, whichever process took them away, until it is closed. */
export function forgetLostRights(forget: (lost: Lost) => void): Listening {
  return listen("sea_vision_rights", {
    onNotification: (payload) => forget(parseLost(payload)),
    // What was said while nobody listened is not said again.
    onListening: () => forget("any"),
  });
}
