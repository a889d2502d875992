import { type Addition, SelectionError } from "@/lib/publish/plan/file-table";
import type { UploadPlan } from "@/lib/publish/plan/upload-plan";
import { WorkerCalls } from "../worker-calls";
import type { PlanAnswer, PlanRequest } from "./plan.worker";
import type { FolderFile } from "./reading";

/** Files in one message to the worker. More at once would block the page. */
const FILES_PER_MESSAGE = 10_000;

/** Runs the plan of an upload in a worker. Checking and sorting 100,000 paths would block the page. */
export class PlanWorker {
  private readonly calls = new WorkerCalls<PlanRequest, PlanAnswer>(
    new Worker(new URL("./plan.worker.ts", import.meta.url), { type: "module" }),
    "the plan could not be loaded",
  );

  /** @throws SelectionError with what is wrong with the selection; Error when the worker fails */
  async ask<Call extends keyof UploadPlan>(
    call: Call,
    ...input: Parameters<UploadPlan[Call]>
  ): Promise<Awaited<ReturnType<UploadPlan[Call]>>> {
    const answer = await this.calls.ask({ call, input });
    // The answer belongs to this call.
    if ("output" in answer) return answer.output as Awaited<ReturnType<UploadPlan[Call]>>;
    throw "refusal" in answer ? new SelectionError(answer.refusal) : new Error(answer.failure);
  }

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

  /** Restricts the upload to these files. @param files with their paths in the map */
  async only(files: readonly FolderFile[]): Promise<void> {
    for (let from = 0; from === 0 || from < files.length; from += FILES_PER_MESSAGE) {
      const places = files.slice(from, from + FILES_PER_MESSAGE).map(({ path }) => path);
      await this.ask("only", { isFirst: from === 0, places });
    }
  }

  close(): void {
    this.calls.close();
  }
}
