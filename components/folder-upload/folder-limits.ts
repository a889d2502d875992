/** A selection of more bytes asks first (spec 001 §5). */
export const CONFIRM_ABOVE_BYTES = 10_737_418_240;

/** Paths, sizes and times in one message to a worker: taking more in would hold the page up. */
export const FILES_PER_MESSAGE = 10_000;
