import { TransferPanel } from "@/components/publish/progress/transfer-panel";
import type { UploadingPhase } from "./upload-state";

interface SendingPanelProps {
  phase: UploadingPhase;
  email: string;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}

/** The folder is on its way. */
export function SendingPanel({ phase, email, onPause, onResume, onCancel }: SendingPanelProps) {
  const { shipment, progress, link, rate } = phase;
  const count = (value: number) => value.toLocaleString("en-US");
  return (
    <TransferPanel
      name={shipment.name}
      transfer={{ size: shipment.byteCount, link, rate }}
      email={email}
      onPause={onPause}
      onResume={onResume}
      onCancel={onCancel}
    >
      <div className="grid gap-1 text-ink-muted text-sm tabular-nums">
        <p>
          File {count(progress.filesSent)} of {count(shipment.fileCount)}, chunk {count(progress.chunksSent)} of{" "}
          {count(shipment.chunkCount)}
        </p>
        {/* A line of its own even while it is empty, so that nothing below moves. */}
        <p className="h-5 truncate" title={progress.currentFile}>
          {progress.currentFile}
        </p>
      </div>
    </TransferPanel>
  );
}
