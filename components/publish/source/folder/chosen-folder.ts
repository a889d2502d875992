import type { FolderFile } from "@/components/folder-upload/folder-file";
import { PlanWorker } from "@/components/folder-upload/plan/plan-worker";
import { type Reading, UnreadableEntryError } from "@/components/folder-upload/reading/reading";
import type { Selection } from "@/components/folder-upload/upload-state";
import { SelectionError } from "@/lib/publish/plan/file-table";
import { breather } from "./breather";
import type { Choice } from "./choose";

const NO_FILE = "there is no file in it";

/** What became of a further choice: what there is now, and what the person is told of it besides. */
export interface Chosen {
  selection: Selection;
  remark: string | null;
}

/** What a person has chosen so far: the files themselves, and a worker that knows their paths. */
export class ChosenFolder {
  readonly plan = new PlanWorker();
  handle: FileSystemDirectoryHandle | null = null;
  folderName: string | null = null;
  private readonly files: FolderFile[] = [];

  /**
   * Reads and checks a further choice.
   * @throws an Error whose message is for the person; the reason of the signal when that ends first
   */
  async add(choice: Choice, reading: Reading): Promise<Chosen> {
    const isFirst = this.files.length === 0;
    const chosen = await choice.read(reading).catch((error: unknown) => {
      throw error instanceof UnreadableEntryError ? new Error(`Failed to add file: ${error.path}`) : error;
    });
    // A selection of several things is read again only by choosing all of them again.
    if (isFirst || chosen.files.length > 0) {
      this.folderName = isFirst ? chosen.folderName : null;
      this.handle = isFirst ? chosen.handle : null;
    }
    for (const file of chosen.files) this.files.push(file);
    try {
      const { duplicateCount, firstDuplicate } = await this.plan.add(chosen.files);
      reading.signal.throwIfAborted();
      const remark = chosen.files.length === 0 ? restricted(NO_FILE).message : remarkOn(duplicateCount, firstDuplicate);
      return { selection: await this.describe(), remark };
    } catch (error) {
      throw error instanceof SelectionError ? restricted(error.message) : error;
    }
  }

  /** Files of a pack, in the order of their bytes. */
  filesOf(numbers: Uint32Array): FolderFile[] {
    return Array.from(numbers).flatMap((number) => this.files[number] ?? []);
  }

  /** The files that a map is made of, with their paths in it. */
  async mapFiles(): Promise<FolderFile[]> {
    const { numbers, root } = await this.plan.ask("published", null);
    const found: FolderFile[] = [];
    const breathe = breather();
    for (const number of numbers) {
      const one = this.files[number];
      if (one) found.push({ path: one.path.slice(root.length), file: one.file });
      await breathe();
    }
    return found;
  }

  close(): void {
    this.plan.close();
  }

  private async describe(): Promise<Selection> {
    const facts = await this.plan.ask("facts", null);
    if (facts.fileCount === 0) throw restricted(NO_FILE);
    const count = `${facts.fileCount.toLocaleString("en-US")} ${facts.fileCount === 1 ? "file" : "files"}`;
    return { ...facts, name: this.folderName ?? count, changes: null };
  }
}

/** Spec 001 §8. */
function restricted(reason: string): Error {
  return new Error(`File restriction failed: ${reason}`);
}

function remarkOn(count: number, first: string | null): string | null {
  if (first === null) return null;
  const others = count > 1 ? ` and ${(count - 1).toLocaleString("en-US")} more are` : " is";
  return restricted(`${first}${others} already chosen`).message;
}
