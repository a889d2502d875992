/** Milliseconds until a notice vanishes by itself (spec 000 §9). */
export const NOTICE_MS = 5_000;

export const SUCCESS_NOTICE_MS = 3_000;
