import { quoteName } from "../../archives/refusals";
import { Throttle } from "../../archives/throttle";
import { BYTES_GONE, NO_SUCH_UPLOAD, refuseList, TOO_MANY_UPLOADS, UNORDERED_FILES } from "./refusals";

interface Run {
  offset: number;
  size: number;
}

type Use = number | Run[];

const MOST_UPLOADS = 1_000_000;
/** Runs of files that do not follow each other. Our clients list files in their order, which makes one run of each upload. */
const MOST_RUNS = 1_000_000;

const count = (value: number) => value.toLocaleString("en-US");

/** Tracks which bytes of its uploads a list uses. Files must fill an upload, so that a wrong offset can't publish other bytes. */
export class UploadUses {
  private readonly uses = new Map<string, Use>();
  private runs = 0;

  get uploadIds(): Iterable<string> {
    return this.uses.keys();
  }

  /** Adds a file. @param offset null when the upload is only this file @throws AppError 400 for an upload with another use */
  add({ uploadId, path, size, offset }: { uploadId: string; path: string; size: number; offset: number | null }): void {
    const use = this.uses.get(uploadId);
    if (offset === null) {
      if (use !== undefined) throw refuseList(`${quoteName(path)} names an upload that another file has come in already.`);
      this.uses.set(uploadId, size);
    } else if (typeof use === "number") throw refuseList(`${quoteName(path)} names an upload that is another file as a whole.`);
    else this.addRun(uploadId, use ?? [], { offset, size });
    if (this.uses.size > MOST_UPLOADS) throw refuseList(TOO_MANY_UPLOADS);
  }

  private addRun(uploadId: string, use: Run[], { offset, size }: Run): void {
    const last = use.at(-1);
    if (last && last.offset + last.size === offset) {
      last.size += size;
      return;
    }
    use.push({ offset, size });
    this.uses.set(uploadId, use);
    this.runs += 1;
    if (this.runs > MOST_RUNS) throw refuseList(UNORDERED_FILES);
  }

  /** Checks all uploads. @param gone finished uploads whose bytes are missing @throws AppError 404 for unknown uploads, 409 for those, 400 for wrong sizes */
  async check({ sizes, gone }: { sizes: ReadonlyMap<string, number>; gone: readonly string[] }): Promise<void> {
    const missing = new Set(gone);
    const throttle = new Throttle();
    for (const [id, use] of this.uses) {
      await throttle.pause();
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
    // An empty file may lie between two files of a run.
    if (offset < end && size > 0) throw refuseList(`Two files of the upload ${id} share bytes, at byte ${count(offset)}.`);
    if (offset > end) throw refuseList(`No file takes the bytes ${count(end)} to ${count(offset)} of the upload ${id}.`);
    end = Math.max(end, offset + size);
  }
  if (end < length) throw refuseList(`No file takes the bytes ${count(end)} to ${count(length)} of the upload ${id}.`);
}
