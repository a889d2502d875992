import { PACK_MAX_FILES } from "../limits";
import { randomId } from "../random-id";
import { writeFileList } from "./file-list";
import { FileTable } from "./file-table";
import { matchPacks } from "./match-packs";
import type { Pack, PackList, PlanCalls } from "./plan-messages";
import { planPacks } from "./plan-packs";
import type { PackProgress, PlanStore, StoredPack } from "./plan-store";

type Handlers = {
  [Call in keyof PlanCalls]: (input: PlanCalls[Call]["input"]) => PlanCalls[Call]["output"] | Promise<PlanCalls[Call]["output"]>;
};

/** It knows every path, so that whoever sends the files need not hold them ready or write them down. Pages have it in a worker. */
export class UploadPlan implements Handlers {
  private readonly table = new FileTable();
  private selected: Set<number> | null = null;
  private packs: Pack[] = [];

  constructor(private readonly store: PlanStore) {}

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
    const stored = await this.store.read(sessionId);
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
    await this.store.keep(
      sessionId,
      fresh.map((pack) => this.describe(sessionId, pack)),
      dropped,
    );
    this.packs = [...kept.map(({ pack, files }) => toPack(pack, files, stored.progress)), ...fresh];
    return { packs: this.packs, dropped: dropped.flatMap(({ packId }) => stored.progress.get(packId)?.uploadUrl ?? []) };
  }

  async changes({ sessionId }: { sessionId: string }) {
    const { packs } = await this.store.read(sessionId);
    return matchPacks(this.table, packs, () => true).changes;
  }

  async restore({ sessionId }: { sessionId: string }): Promise<PackList> {
    const stored = await this.store.read(sessionId);
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

  private describe(sessionId: string, { id, size, files }: Pack): StoredPack {
    const { sizes, times } = this.table;
    const numbers = Array.from(files);
    const paths = numbers.map((number) => this.table.placeOf(number));
    const column = (values: readonly number[]) => numbers.map((number) => values[number] ?? 0);
    return { sessionId, packId: id, size, paths, sizes: column(sizes), times: column(times) };
  }
}

/** Stands for the chosen folder, whose name is not part of any path that was kept. */
const RESTORED_FOLDER = "folder";

function toPack({ packId, size }: StoredPack, files: Uint32Array, progress: ReadonlyMap<string, PackProgress>): Pack {
  return { id: packId, size, files, uploadUrl: progress.get(packId)?.uploadUrl ?? null };
}
