import { readJpeg } from "./headers/jpeg";
import { readPng } from "./headers/png";
import { readWebp } from "./headers/webp";
import type { ImageHeader } from "./schema";

/**
 * Nothing is an image here of which a decoder could read another size than we do.
 * @returns what its header says, or null when it is of none of the types that we take
 */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
}
