import { Pause, Play, X } from "lucide-react";
import type { ReactNode } from "react";
import { formatBytes, formatSpeed } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/time/format-duration";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { Transfer } from "../controller/upload-state";
import { NoticeOffer } from "../notifications/notice-offer";
import { ConnectionBadge, ConnectionNotice } from "./connection-notice";
import { LargePercent, Panel } from "./panel";
import { SpeedTrace } from "./speed-trace";
import { PartOf, StatList } from "./stat-list";
import { transferStats } from "./transfer-stats";

interface TransferPanelProps {
  transfer: Transfer;
  email: string;
  onPause: (() => void) | null;
  onResume: () => void;
  onCancel: () => void;
  children?: ReactNode;
}

export function TransferPanel({ transfer, email, onPause, onResume, onCancel, children }: TransferPanelProps) {
  const stats = transferStats(transfer);
  const { connection, rate, shipment } = transfer;
  const isPaused = connection === "paused";
  const isWaiting = connection !== "sending" && connection !== "connecting";
  return (
    <Panel
      title={shipment.name}
      detail="Keep this browser tab open until every byte is on the server. You can go to other screens."
      aside={<ConnectionBadge connection={connection} />}
      actions={
        <>
          <Button variant="ghost" className="mr-auto" onClick={onCancel}>
            <X aria-hidden />
            Cancel
          </Button>
          <NoticeOffer />
          {onPause ? (
            <Button variant={isPaused ? "primary" : "secondary"} onClick={isPaused ? onResume : onPause}>
              {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
              {isPaused ? "Resume" : "Pause"}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <LargePercent value={stats.percent} />
          <SpeedTrace speed={stats.speed} at={rate.at} />
        </div>
        <Progress label={`Upload of ${shipment.name}`} value={stats.percent} tone={isWaiting ? "warning" : "accent"} className="h-2.5" />
      </div>
      <StatList
        stats={[
          { label: "Uploaded", value: <PartOf part={formatBytes(stats.bytes)} whole={formatBytes(stats.total)} /> },
          { label: "Speed", value: stats.speed === null ? "–" : formatSpeed(stats.speed) },
          { label: "Elapsed", value: formatDuration(stats.elapsed) },
          { label: "Remaining", value: stats.remaining === null ? "–" : formatDuration(stats.remaining) },
        ]}
      />
      {children}
      <ConnectionNotice connection={connection} email={email} />
    </Panel>
  );
}
