import { CircleSlash, CircleX, type LucideIcon } from "lucide-react";
import { formatBytes } from "@/components/shared/format-bytes";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { MAX_UPLOAD_BYTES } from "@/lib/uploads/schema";
import { AnalysisPanel } from "./analysis-panel";
import { CheckingPanel } from "./checking-panel";
import { DropZone } from "./drop-zone";
import { ExtractionPanel } from "./extraction-panel";
import { TransferPanel } from "./transfer-panel";
import type { Phase } from "./upload-state";

export interface PhaseActions {
  onFiles: (files: File[]) => void;
  onUpload: () => void;
  onPause: () => void;
  onResume: () => void;
  /** Ends what is under way and forgets the file. */
  onCancel: () => void;
  onViewMap: () => void;
  onViewProjects: () => void;
}

interface PhasePanelProps extends PhaseActions {
  phase: Phase;
  email: string;
  /** The name is being checked before the upload begins. */
  isStarting: boolean;
}

/** The one panel that belongs to the state of the upload. */
export function PhasePanel({ phase, email, isStarting, ...actions }: PhasePanelProps) {
  switch (phase.status) {
    case "idle":
      return <IdlePanel onFiles={actions.onFiles} />;
    case "validating":
      return <CheckingPanel phase={phase} onCancel={actions.onCancel} />;
    case "validated":
      return <AnalysisPanel phase={phase} isBusy={isStarting} {...actions} />;
    case "uploading":
      return <TransferPanel phase={phase} email={email} {...actions} />;
    case "extracting":
    case "complete":
      return <ExtractionPanel phase={phase} {...actions} />;
    case "cancelled":
      return <EndPanel icon={CircleSlash} title={phase.target.projectName} detail="Nothing of it was kept." />;
    case "failed":
      return <EndPanel icon={CircleX} title={`${phase.target.projectName} was not published`} detail="The reason is below." />;
  }
}

function EndPanel({ icon: Icon, title, detail }: { icon: LucideIcon; title: string; detail: string }) {
  return (
    <Card className="grid min-h-80 sm:min-h-94 content-center justify-items-center gap-3 px-6 text-center">
      <Icon aria-hidden className="size-8 text-ink-faint" />
      <h3 className="wrap-anywhere font-semibold text-lg">{title}</h3>
      <p className="wrap-anywhere text-ink-muted">{detail}</p>
    </Card>
  );
}

function IdlePanel({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <DropZone label="Choose ZIP File" onFiles={onFiles}>
      <p>It is checked here before anything is sent. Up to {formatBytes(MAX_UPLOAD_BYTES).replace(".0", "")}, one file.</p>
      <p className="mt-3">
        <Badge>TUS Upload (resumable)</Badge>
      </p>
    </DropZone>
  );
}
