import { expect, it } from "vitest";
import type { PlanStore } from "./plan-store";
import { UploadPlan } from "./upload-plan";

const noPlanStore: PlanStore = { read: () => Promise.resolve({ packs: [], progress: new Map() }), keep: () => Promise.resolve() };

it("UploadPlan packs every file except those that are left out", async () => {
  const plan = new UploadPlan(noPlanStore);
  plan.add({ paths: ["site/index.html", "site/a.png", "site/b.png"], sizes: [1, 2, 4], times: [0, 0, 0] });
  plan.leaveOut([1]);
  const { packs } = await plan.plan({ sessionId: "one" }, () => Promise.resolve(true));
  expect(packs.map(({ files, size }) => [Array.from(files).sort(), size])).toEqual([[[0, 2], 5]]);
});
