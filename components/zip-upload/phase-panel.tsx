import { CircleSlash, CircleX, type LucideIcon } from "lucide-react";
import { ExtractionPanel } from "@/components/publish/progress/extraction-panel";
import { TransferPanel } from "@/components/publish/progress/transfer-panel";
import { AnalysisPanel } from "@/components/publish/screen/zip-selection-panel";
import type { ChosenFile } from "@/components/publish/source/zip/chosen-zip";
import { type UploadWay, uploadWays } from "@/components/publish/source/zip/upload-method";
import { formatBytes } from "@/components/shared/format-bytes";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { CheckingPanel } from "./checking-panel";
import { DropZone } from "./drop-zone";
import type { Phase } from "./upload-state";

/** Spec 001 §8. */
const NO_PAUSE_MESSAGE = "Pause/Resume not available with direct upload. Use cancel if needed.";

export interface PhaseActions {
  onFiles: (files: ChosenFile[]) => void;
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
  way: UploadWay;
  email: string;
  /** The name is being checked before the upload begins. */
  isStarting: boolean;
}

/** The one panel that belongs to the state of the upload. */
export function PhasePanel({ phase, way, email, isStarting, ...actions }: PhasePanelProps) {
  switch (phase.status) {
    case "idle":
      return <IdlePanel way={way} onFiles={actions.onFiles} />;
    case "validating":
      return <CheckingPanel phase={phase} onCancel={actions.onCancel} />;
    case "validated":
      return <AnalysisPanel phase={phase} way={way} isBusy={isStarting} {...actions} />;
    case "uploading":
      return (
        <TransferPanel
          name={phase.file.name}
          transfer={{ size: phase.file.size, link: phase.link, rate: phase.rate }}
          email={email}
          {...actions}
          onPause={way === "direct" ? null : actions.onPause}
        >
          {way === "direct" && phase.link !== "unanswered" ? <Notice live={false}>{NO_PAUSE_MESSAGE}</Notice> : null}
        </TransferPanel>
      );
    case "extracting":
    case "complete":
      return <ExtractionPanel extraction={phase} {...actions} />;
    case "cancelled":
      return (
        <EndPanel
          icon={CircleSlash}
          title={phase.target.projectName}
          detail={phase.mayArrive ? "See the list of projects." : "Nothing of it was kept."}
        />
      );
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

function IdlePanel({ way, onFiles }: { way: UploadWay; onFiles: (files: ChosenFile[]) => void }) {
  const limit = formatBytes(uploadWays[way].maxBytes).replace(".0", "");
  return (
    <DropZone label="Choose ZIP File" onFiles={onFiles}>
      <p>It is checked here before anything is sent. Up to {limit}, one file.</p>
    </DropZone>
  );
}
