"use client";

import { Pause, Play, X } from "lucide-react";
import { useState } from "react";
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

const SAMPLES = 60;
const SAMPLE_MS = 1_000;
const WIDTH = 120;
const HEIGHT = 32;
/** The trace fills the width from this number of samples. */
const FILLED_FROM = 15;

function SpeedTrace({ speed, at }: { speed: number | null; at: number }) {
  const [trace, setTrace] = useState<{ at: number; speeds: readonly number[] }>({ at, speeds: [] });
  if (speed !== null && at - trace.at >= SAMPLE_MS) setTrace({ at, speeds: [...trace.speeds, speed].slice(-SAMPLES) });
  const { speeds } = trace;
  if (speeds.length < 2) return <div style={{ height: HEIGHT }} />;
  const stepWidth = WIDTH / (Math.max(speeds.length, FILLED_FROM) - 1);
  const start = WIDTH - (speeds.length - 1) * stepWidth;
  const highest = Math.max(...speeds, 1);
  const heightOf = (value: number) => HEIGHT - 2 - (value / highest) * (HEIGHT - 6);
  const line = speeds.map((value, index) => `${(start + index * stepWidth).toFixed(1)},${heightOf(value).toFixed(1)}`).join(" ");
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-8 w-30 overflow-visible text-accent" fill="none">
      <polygon points={`${line} ${WIDTH},${HEIGHT} ${start},${HEIGHT}`} fill="currentColor" opacity="0.12" />
      <polyline points={line} stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  );
}
