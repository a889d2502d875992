import { SelectionError } from "@/lib/publish/plan/file-table";
import { UploadPlan } from "@/lib/publish/plan/upload-plan";
import { browserPlanStore } from "../../unfinished/store";

export interface PlanRequest {
  call: keyof UploadPlan;
  input: Parameters<UploadPlan[keyof UploadPlan]>;
}

export type PlanAnswer = { output: unknown } | { refusal: string } | { failure: string };

const plan = new UploadPlan(browserPlanStore);

async function answer({ call, input }: PlanRequest): Promise<PlanAnswer> {
  try {
    // TypeScript can't match the looked-up function with its parameters.
    const handle = plan[call].bind(plan) as (...values: unknown[]) => unknown;
    return { output: await handle(...input) };
  } catch (error) {
    if (error instanceof SelectionError) return { refusal: error.message };
    return { failure: String(error) };
  }
}

/** Handles requests in order, because each one builds on the previous one. */
let last: Promise<unknown> = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<PlanRequest & { id: number }>) => {
  last = last.then(async () => self.postMessage({ id: data.id, ...(await answer(data)) }));
};
