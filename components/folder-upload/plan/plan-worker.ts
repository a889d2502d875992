import { type Addition, SelectionError } from "@/lib/publish/plan/file-table";
import type { PlanAnswer, PlanCall, PlanCalls } from "@/lib/publish/plan/plan-messages";
import type { FolderFile } from "../folder-file";
import { FILES_PER_MESSAGE } from "../folder-limits";

interface Waiting {
  resolve: (output: PlanCalls[PlanCall]["output"]) => void;
  reject: (error: Error) => void;
}

/** The page's side of the plan: checking, sorting and listing 100,000 paths would hold the page up. */
export class PlanWorker {
  private readonly worker = new Worker(new URL("./plan.worker.ts", import.meta.url), { type: "module" });
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<PlanAnswer>) => this.settle(data);
    this.worker.onerror = ({ message }) => {
      for (const { reject } of this.waiting.values()) reject(new Error(message || "the plan could not be loaded"));
      this.waiting.clear();
    };
  }

  /** @throws SelectionError with what is wrong with the selection; Error when the worker fails */
  ask<Call extends PlanCall>(call: Call, input: PlanCalls[Call]["input"]): Promise<PlanCalls[Call]["output"]> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise<PlanCalls[Call]["output"]>((resolve, reject) => {
      // The answer with this id is this call's.
      this.waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
      this.worker.postMessage({ id, call, input });
    });
  }

  /** Tells of further files, a message at a time. @throws as `ask` */
  async add(files: readonly FolderFile[]): Promise<Addition> {
    const sum: Addition = { duplicateCount: 0, firstDuplicate: null };
    for (let from = 0; from < files.length; from += FILES_PER_MESSAGE) {
      const batch = files.slice(from, from + FILES_PER_MESSAGE);
      const { duplicateCount, firstDuplicate } = await this.ask("add", {
        paths: batch.map(({ path }) => path),
        sizes: batch.map(({ file }) => file.size),
        times: batch.map(({ file }) => file.lastModified),
      });
      sum.duplicateCount += duplicateCount;
      sum.firstDuplicate ??= firstDuplicate;
    }
    return sum;
  }

  /** Uploads these files alone. @param files with their paths in the map */
  async only(files: readonly FolderFile[]): Promise<void> {
    for (let from = 0; from === 0 || from < files.length; from += FILES_PER_MESSAGE) {
      const places = files.slice(from, from + FILES_PER_MESSAGE).map(({ path }) => path);
      await this.ask("only", { isFirst: from === 0, places });
    }
  }

  /** Ends it; what is still asked is never answered. */
  close(): void {
    this.worker.terminate();
    this.waiting.clear();
  }

  private settle(answer: PlanAnswer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ("output" in answer) waiting?.resolve(answer.output);
    else if ("refusal" in answer) waiting?.reject(new SelectionError(answer.refusal));
    else waiting?.reject(new Error(answer.failure));
  }
}
