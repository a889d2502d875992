/** Milliseconds until a notice disappears. */
export const NOTICE_MS = 5_000;

export const SUCCESS_NOTICE_MS = 3_000;

/** For a notice with an action, or with something to read. */
export const UNDO_NOTICE_MS = 10_000;
