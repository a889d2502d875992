import { Pause, Play, X } from "lucide-react";
import { formatBytes, formatSpeed } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/format-duration";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { Figures } from "./figures";
import { LinkBadge, LinkNotice } from "./link-state";
import { LargePercent, Panel } from "./panel";
import { SpeedTrace } from "./speed-trace";
import { transferFigures } from "./transfer-figures";
import type { UploadingPhase } from "./upload-state";

interface TransferPanelProps {
  phase: UploadingPhase;
  /** Address that the account signs in with. */
  email: string;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}

/** A ZIP on its way to the server. */
export function TransferPanel({ phase, email, onPause, onResume, onCancel }: TransferPanelProps) {
  const figures = transferFigures(phase);
  const isPaused = phase.link === "paused";
  const isStill = phase.link !== "sending" && phase.link !== "connecting";
  return (
    <Panel
      title={phase.file.name}
      detail="Keep this page open until every byte is on the server."
      aside={<LinkBadge link={phase.link} />}
      actions={
        <>
          <Button variant="ghost" className="mr-auto" onClick={onCancel}>
            <X aria-hidden />
            Cancel
          </Button>
          <Button variant={isPaused ? "primary" : "secondary"} onClick={isPaused ? onResume : onPause}>
            {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
            {isPaused ? "Resume" : "Pause"}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="flex items-end justify-between gap-6">
          <LargePercent value={figures.percent} />
          <SpeedTrace speed={figures.speed} at={phase.rate.at} />
        </div>
        <Progress label={`Upload of ${phase.file.name}`} value={figures.percent} tone={isStill ? "warning" : "accent"} className="h-2.5" />
      </div>
      <Figures
        figures={[
          { label: "Uploaded", value: <Uploaded bytes={figures.bytes} total={figures.total} /> },
          { label: "Speed", value: figures.speed === null ? "–" : formatSpeed(figures.speed) },
          { label: "Elapsed", value: formatDuration(figures.elapsed) },
          { label: "Remaining", value: figures.remaining === null ? "–" : formatDuration(figures.remaining) },
        ]}
      />
      <LinkNotice link={phase.link} email={email} />
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
