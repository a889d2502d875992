import { StepList } from "@/components/publish/progress/step-list";
import type { Phase } from "./upload-state";

const steps = ["Select", "Upload", "Publish"] as const;
const replacingSteps = ["Select", "Compare", "Upload", "Publish"] as const;

/** Which step of the upload of a new map each state belongs to. */
const stepOf: Readonly<Record<Phase["status"], number>> = {
  idle: 0,
  reading: 0,
  doubted: 0,
  selected: 0,
  comparing: 0,
  compared: 0,
  preparing: 1,
  uploading: 1,
  cancelled: 1,
  processing: 2,
  extracting: 2,
  complete: 3,
};

/** Where a folder stands on its way to a map. */
export function FolderSteps({ phase, isReplacing }: { phase: Phase; isReplacing: boolean }) {
  const step = stepOf[phase.status];
  if (!isReplacing) return <StepList steps={steps} current={step} />;
  const isComparing = phase.status === "comparing" || phase.status === "compared";
  return <StepList steps={replacingSteps} current={isComparing || step > 0 ? step + 1 : 0} />;
}
