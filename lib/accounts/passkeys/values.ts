/** Passkeys of one account. */
export const PASSKEYS_MAX = 20;

/** Milliseconds in which a person answers the dialog of the browser. */
export const CEREMONY_MS = 5 * 60 * 1_000;
