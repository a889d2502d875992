import { Pace } from "../../archives/pace";
import { quoteName } from "../../archives/refusals";
import { BYTES_GONE, NO_SUCH_UPLOAD, refuseList } from "./refusals";

/** A run of bytes that a file is, within an upload. */
interface Run {
  offset: number;
  size: number;
}

/** What is made of an upload: one file of this many bytes, or a file of each run. */
type Use = number | Run[];

const count = (value: number) => value.toLocaleString("en-US");

/**
 * What the files of a list take of the uploads that they came in. The bytes of an upload are one file, or files that lie end to
 * end from its first byte to its last: an offset that is off by one would otherwise publish what nobody has uploaded.
 */
export class UploadUses {
  private readonly uses = new Map<string, Use>();

  /** Ids of the uploads, as the client sent them. */
  get uploadIds(): Iterable<string> {
    return this.uses.keys();
  }

  /**
   * Takes a file.
   * @param offset null when the upload is this file and nothing else
   * @throws AppError 400 for an upload that is another file already
   */
  add({ uploadId, path, size, offset }: { uploadId: string; path: string; size: number; offset: number | null }): void {
    const use = this.uses.get(uploadId);
    if (offset === null) {
      if (use !== undefined) throw refuseList(`${quoteName(path)} names an upload that another file has come in already.`);
      this.uses.set(uploadId, size);
    } else if (use === undefined) this.uses.set(uploadId, [{ offset, size }]);
    else if (typeof use === "number") throw refuseList(`${quoteName(path)} names an upload that is another file as a whole.`);
    else use.push({ offset, size });
  }

  /**
   * Compares the uses with the uploads.
   * @param sizes bytes of the uploads that are finished, by id
   * @param gone ids of uploads that were finished, and whose bytes are no longer there
   * @throws AppError 404 for an upload that is not there, 409 for one whose bytes are gone, 400 where sizes and offsets do not fit
   */
  async check({ sizes, gone }: { sizes: ReadonlyMap<string, number>; gone: readonly string[] }): Promise<void> {
    const missing = new Set(gone);
    const pace = new Pace();
    for (const [id, use] of this.uses) {
      await pace.rest();
      const length = sizes.get(id);
      if (missing.has(id)) throw refuseList(BYTES_GONE, "conflict");
      if (length === undefined) throw refuseList(NO_SUCH_UPLOAD, "not_found");
      if (typeof use !== "number") checkRuns(id, use, length);
      else if (use !== length) {
        throw refuseList(`The upload ${id} has ${count(length)} bytes, but its file is said to have ${count(use)}.`);
      }
    }
  }
}

function checkRuns(id: string, runs: Run[], length: number): void {
  runs.sort((first, second) => first.offset - second.offset || first.size - second.size);
  let end = 0;
  for (const { offset, size } of runs) {
    if (offset + size > length) throw refuseList(`A file of the upload ${id} reaches beyond its end, at byte ${count(length)}.`);
    if (offset < end) throw refuseList(`Two files of the upload ${id} share bytes, at byte ${count(offset)}.`);
    if (offset > end) throw refuseList(`No file takes the bytes ${count(end)} to ${count(offset)} of the upload ${id}.`);
    end = offset + size;
  }
  if (end < length) throw refuseList(`No file takes the bytes ${count(end)} to ${count(length)} of the upload ${id}.`);
}
