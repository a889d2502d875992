import { SelectionError } from "@/lib/publish/plan/file-table";
import { placeOf } from "@/lib/publish/plan/paths";
import type { FolderSelection } from "../../controller/upload-state";
import { breather } from "./breather";
import type { Choice } from "./choose";
import { PlanWorker } from "./plan-worker";
import { type FolderFile, type Reading, UnreadableEntryError } from "./reading";

const NO_FILE = "there is no file in it";

export interface Chosen {
  selection: FolderSelection;
  remark: string | null;
}

export class ChosenFolder {
  readonly plan = new PlanWorker();
  handle: FileSystemDirectoryHandle | null = null;
  folderName: string | null = null;
  private readonly files: FolderFile[] = [];

  /** Reads and checks a further choice. @throws Error with a message for the user; the signal's reason */
  async add(choice: Choice, reading: Reading): Promise<Chosen> {
    const isFirst = this.files.length === 0;
    const chosen = await choice.read(reading).catch((error: unknown) => {
      throw error instanceof UnreadableEntryError ? new Error(`Failed to add file: ${error.path}`) : error;
    });
    // One handle can't read a selection of several items again.
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

  filesOf(numbers: Uint32Array): FolderFile[] {
    return Array.from(numbers).flatMap((number) => this.files[number] ?? []);
  }

  async mapFiles(): Promise<FolderFile[]> {
    const { numbers, root } = await this.plan.ask("published");
    const found: FolderFile[] = [];
    const breathe = breather();
    for (const number of numbers) {
      const one = this.files[number];
      if (one) found.push({ path: placeOf(one.path, root), file: one.file });
      await breathe();
    }
    return found;
  }

  close(): void {
    this.plan.close();
  }

  private async describe(): Promise<FolderSelection> {
    const facts = await this.plan.ask("facts");
    if (facts.fileCount === 0) throw restricted(NO_FILE);
    const count = `${facts.fileCount.toLocaleString("en-US")} ${facts.fileCount === 1 ? "file" : "files"}`;
    return { source: "folder", ...facts, name: this.folderName ?? count, changes: null };
  }
}

function restricted(reason: string): Error {
  return new Error(`File restriction failed: ${reason}`);
}

function remarkOn(count: number, first: string | null): string | null {
  if (first === null) return null;
  const others = count > 1 ? ` and ${(count - 1).toLocaleString("en-US")} more are` : " is";
  return restricted(`${first}${others} already chosen`).message;
}
