import { SelectionError } from "@/lib/publish/plan/file-table";
import type { PlanAnswer, PlanCall, PlanCalls, PlanRequest } from "@/lib/publish/plan/plan-messages";
import { UploadPlan } from "@/lib/publish/plan/upload-plan";
import { browserPlanStore } from "../sessions/browser-plan-store";

const plan = new UploadPlan(browserPlanStore);

async function answer({ id, call, input }: PlanRequest): Promise<PlanAnswer> {
  try {
    // Each call's own handler; TypeScript cannot follow that through the lookup.
    const handle = plan[call].bind(plan) as (input: PlanCalls[PlanCall]["input"]) => PlanCalls[PlanCall]["output"];
    return { id, output: await handle(input) };
  } catch (error) {
    if (error instanceof SelectionError) return { id, refusal: error.message };
    return { id, failure: String(error) };
  }
}

/** Requests are answered one after the other: each builds on what the one before has done. */
let last: Promise<unknown> = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<PlanRequest>) => {
  last = last.then(async () => self.postMessage(await answer(data)));
};
