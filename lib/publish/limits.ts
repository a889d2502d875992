import { MAX_UPLOAD_BYTES } from "../imports/uploads/schema";

const MEBIBYTE = 1024 * 1024;

/** Spec 001 §9: bytes of one request for a folder. */
export const CHUNK_BYTES = 5 * MEBIBYTE;
/** Spec 001 §9: the same for a ZIP. */
export const ZIP_CHUNK_BYTES = 10 * MEBIBYTE;
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
