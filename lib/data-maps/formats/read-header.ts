import { quoteName } from "../../archives/refusals";
import { type DataFile, DataRefusedError } from "./data-file";

/** Headers and directories are smaller. A file that declares more is damaged. Bytes. */
const MOST_READ = 16 * 1024 * 1024;
/** All reads of one file. A directory may name the same bytes again and again. */
const MOST_READ_TOGETHER = 64 * 1024 * 1024;

export type ReadRange = (offset: number, length: number) => Promise<ArrayBuffer>;

/**
 * Runs a parser of a library over a file. Its errors become a refusal, as the libraries report damage in many ways; errors of the reads
 * stay as they are. @throws DataRefusedError
 */
export async function readHeader<Result>(file: DataFile, parse: (read: ReadRange) => Promise<Result>): Promise<Result> {
  let failure: unknown = null;
  let total = 0;
  const read: ReadRange = async (offset, length) => {
    total += length;
    if (length > MOST_READ || total > MOST_READ_TOGETHER) throw new RangeError("The file declares a header that is too large.");
    try {
      const bytes = offset < file.size ? await file.read(offset, Math.min(length, file.size - offset)) : new Uint8Array();
      // Libraries read from the start of the buffer.
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    return await parse(read);
  } catch (error) {
    if (failure !== null) throw failure;
    if (error instanceof DataRefusedError) throw error;
    throw new DataRefusedError(`${quoteName(file.path)} is damaged or incomplete. Copy or make it again, and upload it.`);
  }
}
