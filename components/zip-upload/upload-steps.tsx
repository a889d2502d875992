import { StepList } from "@/components/publish/progress/step-list";
import type { Phase } from "./upload-state";

const steps = ["Check", "Upload", "Extract", "Complete"] as const;

/** Which step each state belongs to; a state after the last step has them all behind it. */
const stepOf: Readonly<Record<Exclude<Phase["status"], "failed">, number>> = {
  idle: 0,
  validating: 0,
  validated: 1,
  uploading: 1,
  cancelled: 1,
  extracting: 2,
  complete: 4,
};

/** Where an upload stands on its way to a map. */
export function UploadSteps({ phase }: { phase: Phase }) {
  const current = stepOf[phase.status === "failed" ? phase.during : phase.status];
  return <StepList steps={steps} current={current} />;
}
