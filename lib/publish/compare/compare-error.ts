/** An error with a message for the user. */
export class CompareError extends Error {
  override readonly name = "CompareError";
}

/** Messages for answers without a message of the server. */
export const compareMessages = {
  unreachable: "The server could not be reached. Please check your connection and try again.",
  failed: "The folder could not be compared with the map. Please try again.",
  signedOut: "Your session has ended. Please sign in again and compare once more.",
  gone: "The project no longer exists.",
  changed: "The map was changed meanwhile. Please compare the folder again.",
} as const;
