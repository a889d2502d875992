/** Why a folder could not be compared with a map. The message is for the person. */
export class CompareError extends Error {
  override readonly name = "CompareError";
}

/** What the person reads. The server's own words come first where it gives a reason (409). */
export const compareMessages = {
  unreachable: "The server could not be reached. Please check your connection and try again.",
  failed: "The folder could not be compared with the map. Please try again.",
  signedOut: "Your session has ended. Please sign in again and compare once more.",
  gone: "The project no longer exists.",
  changed: "The map was changed meanwhile. Please compare the folder again.",
} as const;
