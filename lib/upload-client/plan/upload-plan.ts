import { randomId } from "../random-id";
import { type Addition, type FileColumns, FileTable, type SelectionFacts } from "./file-table";
import { type FolderChanges, type HasSent, matchPacks, type Pack, planPacks } from "./plan-packs";
import type { PackProgress, PlanStore, StoredPack } from "./plan-store";

/** The packs of an upload and their files' names, sizes and times. Pages call it in a worker. */
export class UploadPlan {
  private readonly table = new FileTable();
  private selected: Set<number> | null = null;
  private readonly leftOut = new Set<number>();
  private packs: Pack[] = [];

  constructor(private readonly store: PlanStore) {}

  add(columns: FileColumns): Addition {
    return this.table.add(columns);
  }

  facts(): SelectionFacts {
    return this.table.facts();
  }

  /** Returns the numbers of the map's files, and the part of their paths above the map. */
  published(): { numbers: Uint32Array; root: string } {
    return { numbers: Uint32Array.from(this.table.inOrder()), root: this.table.root() };
  }

  /** Restricts the upload to these paths in the map. The first call replaces an earlier selection. */
  only({ isFirst, places }: { isFirst: boolean; places: readonly string[] }): void {
    if (isFirst || !this.selected) this.selected = new Set();
    for (const place of places) {
      const number = this.table.find(place);
      if (number !== undefined) this.selected.add(number);
    }
  }

  /** Excludes files from the next plan. */
  leaveOut(numbers: readonly number[]): void {
    for (const number of numbers) this.leftOut.add(number);
  }

  /** Makes and stores packs, and reuses those of an earlier plan of this session. @returns the packs and URLs of unused uploads */
  async plan({ sessionId }: { sessionId: string }, hasSent: HasSent): Promise<{ packs: Pack[]; dropped: string[] }> {
    const stored = await this.store.read(sessionId);
    const { selected, leftOut } = this;
    const isWanted = (number: number) => (!selected || selected.has(number)) && !leftOut.has(number);
    const { kept, dropped } = await matchPacks(this.table, stored, hasSent, isWanted);
    const covered = new Set(kept.flatMap(({ files }) => Array.from(files)));
    const order = this.table.inOrder().filter((number) => !covered.has(number) && isWanted(number));
    const fresh = planPacks(order, this.table.sizes).map(({ files, size }) => ({
      id: randomId(),
      size,
      files,
      uploadUrl: null,
    }));
    await this.store.keep(sessionId, this.describe(sessionId, fresh), dropped);
    this.packs = [...kept.map(({ pack, files }) => toPack(pack, files, stored.progress)), ...fresh];
    return { packs: this.packs, dropped: dropped.flatMap(({ packId }) => stored.progress.get(packId)?.uploadUrl ?? []) };
  }

  async changes({ sessionId }: { sessionId: string }, hasSent: HasSent): Promise<FolderChanges> {
    return (await matchPacks(this.table, await this.store.read(sessionId), hasSent, () => true)).changes;
  }

  /** Loads the files of the earlier plan of a session. All of their bytes are on the server. */
  async restore({ sessionId }: { sessionId: string }): Promise<void> {
    const stored = await this.store.read(sessionId);
    let first = 0;
    this.packs = stored.packs.map((pack) => {
      this.table.add({ paths: pack.paths.map((path) => `${RESTORED_FOLDER}/${path}`), sizes: pack.sizes, times: pack.times });
      const files = Uint32Array.from(pack.paths, (_, place) => first + place);
      first += pack.paths.length;
      return toPack(pack, files, stored.progress);
    });
  }

  list({ head, uploadIds }: { head: object; uploadIds: ReadonlyMap<string, string> }): Blob {
    const sent = this.packs.map(({ id, files }) => ({ uploadId: uploadIds.get(id) ?? "", files }));
    // As text, the parts would take memory until the last one is written.
    const parts = Array.from(writeFileList(head, this.table, sent), (part) => new Blob([part]));
    return new Blob(parts, { type: "application/json" });
  }

  /** Yields packs as they are stored. Together, those of 2,000,000 files would take 110 MB. */
  private *describe(sessionId: string, packs: readonly Pack[]): Generator<StoredPack> {
    const { sizes, times } = this.table;
    for (const { id, size, files } of packs) {
      const numbers = Array.from(files);
      const paths = numbers.map((number) => this.table.placeOf(number));
      const column = (values: readonly number[]) => numbers.map((number) => values[number] ?? 0);
      yield { sessionId, packId: id, size, paths, sizes: column(sizes), times: column(times) };
    }
  }
}

/** Stored paths omit the name of the chosen folder. */
const RESTORED_FOLDER = "folder";

function toPack({ packId, size }: StoredPack, files: Uint32Array, progress: ReadonlyMap<string, PackProgress>): Pack {
  const { uploadUrl = null, ranges } = progress.get(packId) ?? {};
  return { id: packId, size, files, uploadUrl, sent: ranges };
}

interface SentPack {
  uploadId: string;
  files: Uint32Array;
}

const FILES_PER_PART = 5_000;

/** Yields the body of POST /process-tus-upload in small parts. @param head everything except `files` */
export function* writeFileList(head: object, table: FileTable, packs: readonly SentPack[]): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`;
  let part: string[] = [];
  let isFirst = true;
  for (const entry of entriesOf(table, packs)) {
    part.push(JSON.stringify(entry));
    if (part.length < FILES_PER_PART) continue;
    yield (isFirst ? "" : ",") + part.join(",");
    isFirst = false;
    part = [];
  }
  yield (isFirst || part.length === 0 ? "" : ",") + part.join(",");
  yield "]}";
}

function* entriesOf(table: FileTable, packs: readonly SentPack[]) {
  for (const { uploadId, files } of packs) {
    let offset = 0;
    for (const number of files) {
      const relativePath = table.placeOf(number);
      const size = table.sizes[number] ?? 0;
      const name = relativePath.slice(relativePath.lastIndexOf("/") + 1);
      const lastModified = Math.trunc(table.times[number] ?? 0);
      // A file sent alone has no offset.
      yield files.length === 1
        ? { uploadId, relativePath, name, size, lastModified }
        : { uploadId, relativePath, name, size, offset, lastModified };
      offset += size;
    }
  }
}
