import { Pause, Play, X } from "lucide-react";
import { formatBytes, formatSpeed } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/time/format-duration";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { UploadController, UploadSource } from "../controller/upload-controller";
import type { Phase, Transfer } from "../controller/upload-state";
import { NoticeOffer } from "../notifications/notice-offer";
import { askToCancel } from "../tray/upload-list";
import { ConnectionNotice, connectionLooks } from "./connections";
import { MeterPanel } from "./panel";
import { SpeedTrace } from "./speed-trace";
import { transferStats } from "./transfer-stats";
import { progressOf } from "./upload-progress";

const NO_PAUSE_MESSAGE = "Pause/Resume not available with direct upload. Use cancel if needed.";

interface TransferPanelProps {
  phase: Extract<Phase, { status: "uploading" }>;
  controller: UploadController<UploadSource>;
  isFolder: boolean;
  isDirect: boolean;
  email: string;
}

export function TransferPanel({ phase, controller, isFolder, isDirect, email }: TransferPanelProps) {
  const { connection, rate, shipment, sent } = phase.transfer;
  const { bytes, total, speed, elapsed, remaining } = transferStats(phase.transfer);
  const { text, tone } = connectionLooks[connection];
  const progress = progressOf(phase);
  const isPaused = connection === "paused";
  return (
    <MeterPanel
      title={shipment.name}
      detail="Keep this browser tab open until every byte is on the server. You can go to other screens."
      aside={<Badge tone={tone}>{text}</Badge>}
      actions={
        <>
          <Button variant="ghost" className="mr-auto" onClick={() => askToCancel(controller)}>
            <X aria-hidden />
            Cancel
          </Button>
          <NoticeOffer />
          {isDirect ? null : (
            <IconButton
              icon={isPaused ? Play : Pause}
              label={isPaused ? "Resume" : "Pause"}
              variant={isPaused ? "primary" : "secondary"}
              onClick={() => (isPaused ? controller.resume() : void controller.pause())}
            />
          )}
        </>
      }
      percent={progress.percent}
      tone={progress.tone}
      label={`Upload of ${shipment.name}`}
      corner={<SpeedTrace speed={speed} at={rate.at} />}
      stats={[
        { label: "Uploaded", value: formatBytes(bytes), whole: formatBytes(total) },
        { label: "Speed", value: speed === null ? "–" : formatSpeed(speed) },
        { label: "Elapsed", value: formatDuration(elapsed) },
        { label: "Remaining", value: remaining === null ? "–" : formatDuration(remaining) },
      ]}
    >
      {isFolder ? <SentFiles shipment={shipment} sent={sent} /> : null}
      {isDirect && connection !== "unanswered" ? <Notice live={false}>{NO_PAUSE_MESSAGE}</Notice> : null}
      <ConnectionNotice connection={connection} email={email} />
    </MeterPanel>
  );
}

function SentFiles({ shipment: { fileCount, chunkCount }, sent }: Pick<Transfer, "shipment" | "sent">) {
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
