import { readJpeg } from "../maps/images/headers/jpeg";
import { readWebp } from "../maps/images/headers/webp";
import type { ImageHeader } from "../maps/images/schema";
import { readPng } from "./headers/png";

/**
 * Nothing is an image here of which a decoder could read another size than we do.
 * @returns what its header says, or null when it is of none of the types that we take
 */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
}
