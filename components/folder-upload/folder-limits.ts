import { MAX_UPLOAD_BYTES } from "@/lib/uploads/schema";

const MEBIBYTE = 1024 * 1024;

/** Spec 001 §9. */
export const CHUNK_BYTES = 5 * MEBIBYTE;
/** A selection of more bytes asks first (spec 001 §5). */
export const CONFIRM_ABOVE_BYTES = 10_737_418_240;
/** Spec 001 §9: all files of a project together. */
export const MAX_FOLDER_BYTES = MAX_UPLOAD_BYTES;
/** What is sent of a description (spec 001 §5). */
export const SENT_DESCRIPTION_MAX = 500;

/** Smaller files travel in packs, larger ones alone. */
export const ALONE_FROM_BYTES = 8 * MEBIBYTE;
export const PACK_MAX_BYTES = 256 * MEBIBYTE;
/** A change in one file costs its whole pack when an upload goes on later. */
export const PACK_MAX_FILES = 20_000;
export const UPLOADS_AT_A_TIME = 3;

/** Paths, sizes and times in one message to a worker: taking more in would hold the page up. */
export const FILES_PER_MESSAGE = 10_000;
