import { randomId } from "@/components/transfer/random-id";
import { PACK_MAX_FILES } from "../folder-limits";
import { keysOfSession, openFolderDatabase, type PackProgress, type StoredPack } from "../sessions/folder-database";
import { writeFileList } from "./file-list";
import { FileTable } from "./file-table";
import { matchPacks } from "./match-packs";
import type { Pack, PackList, PlanCalls } from "./plan-messages";
import { planPacks } from "./plan-packs";

type Handlers = {
  [Call in keyof PlanCalls]: (input: PlanCalls[Call]["input"]) => PlanCalls[Call]["output"] | Promise<PlanCalls[Call]["output"]>;
};

/** What the worker does for the page: it knows every path, so that the page need not hold them ready or write them down. */
export class UploadPlan implements Handlers {
  private readonly table = new FileTable();
  private selected: Set<number> | null = null;
  private packs: Pack[] = [];

  add(columns: PlanCalls["add"]["input"]) {
    return this.table.add(columns);
  }

  facts() {
    return this.table.facts();
  }

  published() {
    return { numbers: Uint32Array.from(this.table.inOrder()), root: this.table.root() };
  }

  only({ isFirst, places }: PlanCalls["only"]["input"]): null {
    if (isFirst || !this.selected) this.selected = new Set();
    for (const place of places) {
      const number = this.table.find(place);
      if (number !== undefined) this.selected.add(number);
    }
    return null;
  }

  async plan({ sessionId, isPacked }: PlanCalls["plan"]["input"]): Promise<PackList> {
    const stored = await readStored(sessionId);
    const { selected } = this;
    const { kept, dropped } = matchPacks(this.table, stored.packs, (number) => !selected || selected.has(number));
    const covered = new Set(kept.flatMap(({ files }) => Array.from(files)));
    const order = this.table.inOrder().filter((number) => !covered.has(number) && (!selected || selected.has(number)));
    const fresh = planPacks(order, this.table.sizes, isPacked ? PACK_MAX_FILES : 1).map(({ files, size }) => ({
      id: randomId(),
      size,
      files,
      uploadUrl: null,
    }));
    await this.keep(sessionId, fresh, dropped);
    this.packs = [...kept.map(({ pack, files }) => toPack(pack, files, stored.progress)), ...fresh];
    return { packs: this.packs, dropped: dropped.flatMap(({ packId }) => stored.progress.get(packId)?.uploadUrl ?? []) };
  }

  async changes({ sessionId }: { sessionId: string }) {
    const { packs } = await readStored(sessionId);
    return matchPacks(this.table, packs, () => true).changes;
  }

  async restore({ sessionId }: { sessionId: string }): Promise<PackList> {
    const stored = await readStored(sessionId);
    let first = 0;
    this.packs = stored.packs.map((pack) => {
      this.table.add({ paths: pack.paths.map((path) => `${RESTORED_FOLDER}/${path}`), sizes: pack.sizes, times: pack.times });
      const files = Uint32Array.from(pack.paths, (_, place) => first + place);
      first += pack.paths.length;
      return toPack(pack, files, stored.progress);
    });
    return { packs: this.packs, dropped: [] };
  }

  list({ head, uploadIds }: PlanCalls["list"]["input"]): Blob {
    const sent = this.packs.map(({ id, files }) => ({ uploadId: uploadIds.get(id) ?? "", files }));
    return new Blob(Array.from(writeFileList(head, this.table, sent)), { type: "application/json" });
  }

  /** Without a database the upload goes on all the same, but cannot be continued after a reload. */
  private async keep(sessionId: string, fresh: readonly Pack[], dropped: readonly StoredPack[]): Promise<void> {
    try {
      const transaction = (await openFolderDatabase()).transaction(["packs", "progress"], "readwrite");
      const packs = transaction.objectStore("packs");
      const progress = transaction.objectStore("progress");
      const { sizes, times } = this.table;
      await Promise.all([
        ...dropped.flatMap(({ packId }) => [packs.delete([sessionId, packId]), progress.delete([sessionId, packId])]),
        ...fresh.map(({ id, size, files }) => {
          const numbers = Array.from(files);
          const paths = numbers.map((number) => this.table.placeOf(number));
          const column = (values: readonly number[]) => numbers.map((number) => values[number] ?? 0);
          return packs.put({ sessionId, packId: id, size, paths, sizes: column(sizes), times: column(times) });
        }),
        transaction.done,
      ]);
    } catch {
      // A private window, or no room.
    }
  }
}

/** Stands for the chosen folder, whose name is not part of any path that was kept. */
const RESTORED_FOLDER = "folder";

function toPack({ packId, size }: StoredPack, files: Uint32Array, progress: ReadonlyMap<string, PackProgress>): Pack {
  return { id: packId, size, files, uploadUrl: progress.get(packId)?.uploadUrl ?? null };
}

async function readStored(sessionId: string): Promise<{ packs: StoredPack[]; progress: Map<string, PackProgress> }> {
  try {
    const database = await openFolderDatabase();
    const [packs, progress] = await Promise.all([
      database.getAll("packs", keysOfSession(sessionId)),
      database.getAll("progress", keysOfSession(sessionId)),
    ]);
    return { packs, progress: new Map(progress.map((one) => [one.packId, one])) };
  } catch {
    return { packs: [], progress: new Map() };
  }
}
