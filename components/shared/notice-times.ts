/** Milliseconds until a notice disappears. */
export const NOTICE_MS = 5_000;

export const SUCCESS_NOTICE_MS = 3_000;
