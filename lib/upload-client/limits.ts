import { MAX_UPLOAD_BYTES } from "../imports/uploads/schema";

const MEBIBYTE = 1024 * 1024;

export const CHUNK_BYTES = 5 * MEBIBYTE;
export const ZIP_CHUNK_BYTES = 10 * MEBIBYTE;
export const MAX_FOLDER_BYTES = MAX_UPLOAD_BYTES;

/** Bytes. Smaller files go into packs. */
export const ALONE_FROM_BYTES = 8 * MEBIBYTE;
export const PACK_MAX_BYTES = 256 * MEBIBYTE;
/** Bytes. A change in one file invalidates its pack, so packs stay small. */
export const PACK_MAX_FILES = 20_000;
export const UPLOADS_AT_A_TIME = 3;
