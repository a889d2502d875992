import { Pause, Play, X } from "lucide-react";
import type { ReactNode } from "react";
import { NoticeOffer } from "@/components/publish/notifications/notice-offer";
import { formatBytes, formatSpeed } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/time/format-duration";
import type { Transfer } from "@/components/transfer/transfer-state";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { LinkBadge, LinkNotice } from "./connection-notice";
import { Figures } from "./figures";
import { LargePercent, Panel } from "./panel";
import { SpeedTrace } from "./speed-trace";
import { transferFigures } from "./transfer-figures";

interface TransferPanelProps {
  /** What is sent, as the person calls it. */
  name: string;
  transfer: Transfer;
  /** Address that the account signs in with. */
  email: string;
  /** Null for an upload that cannot pause. */
  onPause: (() => void) | null;
  onResume: () => void;
  onCancel: () => void;
  /** What else there is to say of it. */
  children?: ReactNode;
}

/** Bytes on their way to the server. */
export function TransferPanel({ name, transfer, email, onPause, onResume, onCancel, children }: TransferPanelProps) {
  const figures = transferFigures(transfer);
  const isPaused = transfer.link === "paused";
  const isStill = transfer.link !== "sending" && transfer.link !== "connecting";
  return (
    <Panel
      title={name}
      detail="Keep this page open until every byte is on the server."
      aside={<LinkBadge link={transfer.link} />}
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
        <div className="flex items-end justify-between gap-6">
          <LargePercent value={figures.percent} />
          <SpeedTrace speed={figures.speed} at={transfer.rate.at} />
        </div>
        <Progress label={`Upload of ${name}`} value={figures.percent} tone={isStill ? "warning" : "accent"} className="h-2.5" />
      </div>
      <Figures
        figures={[
          { label: "Uploaded", value: <Uploaded bytes={figures.bytes} total={figures.total} /> },
          { label: "Speed", value: figures.speed === null ? "–" : formatSpeed(figures.speed) },
          { label: "Elapsed", value: formatDuration(figures.elapsed) },
          { label: "Remaining", value: figures.remaining === null ? "–" : formatDuration(figures.remaining) },
        ]}
      />
      {children}
      {/* Below what is always there, so that its coming and going moves nothing that is being read. */}
      <LinkNotice link={transfer.link} email={email} />
    </Panel>
  );
}

function Uploaded({ bytes, total }: { bytes: number; total: number }) {
  return (
    <>
      {formatBytes(bytes)} <span className="whitespace-nowrap font-normal text-base text-ink-muted">of {formatBytes(total)}</span>
    </>
  );
}
