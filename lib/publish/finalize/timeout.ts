/** Milliseconds until a client stops waiting for an extraction. */
export const GIVE_UP_MS = 1_800_000;

export const TIMEOUT_MESSAGE = "Extraction timeout. Please check the projects list manually.";
