import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";
import type { MapUpload, Transfer, UploadState } from "../controller/upload-state";
import { ComparisonPanel } from "../replace/comparison-panel";
import { ExtractionPanel } from "./extraction-panel";
import { ComparingPanel, CompletePanel, EndPanel, FinalizingPanel, PreparingPanel, ReadingPanel } from "./phase-panels";
import { TransferPanel } from "./transfer-panel";

const NO_PAUSE_MESSAGE = "Pause/Resume not available with direct upload. Use cancel if needed.";

export interface UploadPanelProps {
  state: UploadState;
  source: "zip" | "folder";
  email: string;
  isStarting: boolean;
  idle: ReactNode;
  selected: (selection: MapUpload["selection"]) => ReactNode;
  onUpload: () => void;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
  onViewMap: () => void;
  onViewProjects: () => void;
}

export function UploadPanel({ state, source, email, isStarting, idle, selected, ...actions }: UploadPanelProps) {
  const { phase } = state;
  const isDirect = source === "zip" && state.method === "direct";
  switch (phase.status) {
    case "idle":
    case "interrupted":
      return idle;
    case "reading":
      return <ReadingPanel phase={phase} source={source} onCancel={actions.onCancel} />;
    case "unconfirmed":
    case "selected":
      return selected(phase.selection);
    case "comparing":
      return <ComparingPanel phase={phase} onCancel={actions.onCancel} />;
    case "compared":
      return <ComparisonPanel comparison={phase.comparison} busy={isStarting} onUpload={actions.onUpload} onCancel={actions.onCancel} />;
    case "preparing":
      return <PreparingPanel phase={phase} />;
    case "uploading":
      return (
        <TransferPanel transfer={phase.transfer} email={email} {...actions} onPause={isDirect ? null : actions.onPause}>
          {source === "folder" ? <SentFiles transfer={phase.transfer} /> : null}
          {isDirect && phase.transfer.connection !== "unanswered" ? <Notice live={false}>{NO_PAUSE_MESSAGE}</Notice> : null}
        </TransferPanel>
      );
    case "finalizing":
      return <FinalizingPanel phase={phase} email={email} />;
    case "extracting":
      return <ExtractionPanel phase={phase} noun={source === "zip" ? "ZIP file" : "list of its files"} {...actions} />;
    case "complete":
      return source === "zip" ? <ExtractionPanel phase={phase} {...actions} /> : <CompletePanel phase={phase} {...actions} />;
    case "cancelled":
    case "failed":
      return <EndPanel phase={phase} />;
  }
}

function SentFiles({ transfer: { shipment, sent } }: { transfer: Transfer }) {
  const { fileCount, chunkCount } = shipment;
  const count = (value: number) => value.toLocaleString("en-US");
  // Counts from 1: the file and the chunk on their way.
  const current = (done: number, total: number) => `${count(Math.min(done + 1, total))} of ${count(total)}`;
  return (
    <div className="grid gap-1 text-ink-muted text-sm tabular-nums">
      <p>
        File {current(sent.filesSent, fileCount)}, chunk {current(sent.chunksSent, chunkCount)}
      </p>
      {/* Renders an empty line too, so that nothing below moves. */}
      <p className="h-5 truncate" title={sent.currentFile}>
        {sent.currentFile}
      </p>
    </div>
  );
}
