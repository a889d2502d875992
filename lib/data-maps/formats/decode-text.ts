import { quoteName } from "../../archives/refusals";
import { DataRefusedError } from "./data-file";

/** Text has no zero at its start. Characters. */
const START_CHARACTERS = 64 * 1024;

/** A binary file. */
export class NotTextError extends DataRefusedError {}

/** Decodes a text file. @throws NotTextError */
export function decodeText(file: string, bytes: Uint8Array, encoding = "utf-8"): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.slice(0, START_CHARACTERS).includes("\0")) {
    throw new NotTextError(`${quoteName(file)} isn't text, although its name says so. Export it again, and upload it.`);
  }
  return text;
}
