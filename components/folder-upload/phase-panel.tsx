import { ExtractionPanel } from "@/components/publish/progress/extraction-panel";
import { ComparisonPanel } from "@/components/publish/replace/comparison-panel";
import { SelectionPanel } from "@/components/publish/screen/folder-selection-panel";
import type { Choice } from "@/components/publish/source/folder/choose";
import { ComparingPanel } from "./comparing-panel";
import { DropArea } from "./drop-area";
import { CancelledPanel, CompletePanel, PreparingPanel, ProcessingPanel } from "./ending-panels";
import { ReadingPanel } from "./reading-panel";
import { SendingPanel } from "./sending-panel";
import type { Phase } from "./upload-state";

export interface PhaseActions {
  onChoose: (choice: Choice) => void;
  onUpload: () => void;
  onCompare: () => void;
  onPause: () => void;
  onResume: () => void;
  /** Ends what is under way and forgets what was chosen. */
  onCancel: () => void;
  onViewMap: () => void;
  onViewProjects: () => void;
}

interface PhasePanelProps extends PhaseActions {
  phase: Phase;
  email: string;
  isReplacing: boolean;
  /** The name is being checked before the upload begins. */
  isStarting: boolean;
}

/** The one panel that belongs to the state of the upload. */
export function PhasePanel({ phase, email, isReplacing, isStarting, ...actions }: PhasePanelProps) {
  switch (phase.status) {
    case "idle":
      return <DropArea onChoose={actions.onChoose} />;
    case "reading":
      return <ReadingPanel name={phase.name} filesRead={phase.filesRead} onCancel={actions.onCancel} />;
    case "doubted":
    case "selected":
      return (
        <SelectionPanel
          selection={phase.selection}
          isReplacing={isReplacing}
          isBusy={isStarting}
          onChoose={actions.onChoose}
          onProceed={isReplacing ? actions.onCompare : actions.onUpload}
          onCancel={actions.onCancel}
        />
      );
    case "comparing":
      return <ComparingPanel phase={phase} onCancel={actions.onCancel} />;
    case "compared":
      return <ComparisonPanel comparison={phase.comparison} busy={isStarting} onUpload={actions.onUpload} onCancel={actions.onCancel} />;
    case "preparing":
      return <PreparingPanel target={phase.target} />;
    case "uploading":
      return <SendingPanel phase={phase} email={email} {...actions} />;
    case "processing":
      return <ProcessingPanel phase={phase} email={email} />;
    case "extracting":
      return <ExtractionPanel extraction={phase} noun="list of its files" {...actions} />;
    case "complete":
      return <CompletePanel phase={phase} {...actions} />;
    case "cancelled":
      return <CancelledPanel target={phase.target} />;
  }
}
