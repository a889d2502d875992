import { CircleCheck, CircleSlash, CircleX, Map as MapIcon } from "lucide-react";
import { formatBytes } from "@/components/shared/format-bytes";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import type { Phase } from "../controller/upload-state";
import { ConnectionNotice } from "./connection-notice";
import { Panel } from "./panel";
import { percentOf } from "./transfer-stats";

type PhaseOf<Status extends Phase["status"]> = Extract<Phase, { status: Status }>;

function CancelButton({ onCancel }: { onCancel: () => void }) {
  return (
    <Button variant="secondary" onClick={onCancel}>
      Cancel
    </Button>
  );
}

interface ReadingPanelProps {
  phase: PhaseOf<"reading">;
  source: "zip" | "folder";
  onCancel: () => void;
}

export function ReadingPanel({ phase, source, onCancel }: ReadingPanelProps) {
  const { name, byteCount, read, total } = phase;
  const isZip = source === "zip";
  const entries = read > 0 ? `${read.toLocaleString("en-US")} of ${(total ?? 0).toLocaleString("en-US")} entries` : "Reading its directory";
  const folderText = name === null ? "Reading the files…" : "Reading the folder…";
  return (
    <Panel
      title={name ?? "Files"}
      detail={isZip ? formatBytes(byteCount) : "Nothing is sent yet."}
      actions={<CancelButton onCancel={onCancel} />}
    >
      <div className="grid gap-2">
        <p>{isZip ? "Checking what the ZIP file holds…" : folderText}</p>
        <Progress label={isZip ? "Checking" : "Reading"} value={total ? (read / total) * 100 : null} />
        <p className="text-ink-muted text-sm tabular-nums">{isZip ? entries : `${read.toLocaleString("en-US")} files`}</p>
      </div>
    </Panel>
  );
}

export function ComparingPanel({ phase, onCancel }: { phase: PhaseOf<"comparing">; onCancel: () => void }) {
  const { selection, target, done, total } = phase;
  return (
    <Panel
      title={selection.source === "folder" ? selection.name : target.projectName}
      detail={`Compared with the map of ${target.projectName}. Nothing is sent yet.`}
      actions={<CancelButton onCancel={onCancel} />}
    >
      <div className="grid gap-2">
        <p>Looking for what has changed…</p>
        <Progress label="Comparing" value={total > 0 ? percentOf(done, total) : null} />
        <p className="text-ink-muted text-sm tabular-nums">
          {total > 0 ? `${formatBytes(done)} of ${formatBytes(total)} compared` : "Reading the list of its files"}
        </p>
      </div>
    </Panel>
  );
}

export function PreparingPanel({ phase }: { phase: PhaseOf<"preparing"> }) {
  return (
    <Panel title={phase.target.projectName} detail="Dividing the files among uploads.">
      <Progress label="Preparing" value={null} />
    </Panel>
  );
}

export function FinalizingPanel({ phase, email }: { phase: PhaseOf<"finalizing">; email: string }) {
  const { target, shipment, connection } = phase;
  const files = `${shipment.fileCount.toLocaleString("en-US")} ${shipment.fileCount === 1 ? "file" : "files"}`;
  const tone = connection === "sending" ? "accent" : "warning";
  return (
    <Panel
      title={target.projectName}
      detail={`${files}, ${formatBytes(shipment.byteCount)}: every byte is on the server.`}
      aside={<Badge tone={tone}>{connection === "sending" ? "Publishing" : "Waiting"}</Badge>}
    >
      <div className="grid gap-2">
        <p>Putting the map online…</p>
        <Progress label={`Publishing ${target.projectName}`} value={null} tone={tone} />
      </div>
      <ConnectionNotice connection={connection} email={email} />
    </Panel>
  );
}

interface CompletePanelProps {
  phase: PhaseOf<"complete">;
  onViewMap: () => void;
  onViewProjects: () => void;
}

export function CompletePanel({ phase: { target, map }, onViewMap, onViewProjects }: CompletePanelProps) {
  return (
    <Panel
      title={target.projectName}
      detail={target.replacesId === null ? "Every file is where the map expects it." : "All users who open it see the new map."}
      aside={<Badge tone="accent">Complete</Badge>}
      actions={
        <>
          <Button variant="secondary" onClick={onViewProjects}>
            View Projects
          </Button>
          <Button disabled={!map} onClick={onViewMap}>
            <MapIcon aria-hidden />
            View Map
          </Button>
        </>
      }
    >
      <p className="flex items-center gap-2 font-medium text-accent-ink text-lg">
        <CircleCheck aria-hidden className="size-5" />
        The map is online
      </p>
    </Panel>
  );
}

export function EndPanel({ phase }: { phase: PhaseOf<"cancelled" | "failed"> }) {
  const { projectName } = phase.target;
  const isFailed = phase.status === "failed";
  const Icon = isFailed ? CircleX : CircleSlash;
  const mayFinish = phase.status === "failed" && phase.mayFinish;
  const failed = mayFinish ? "The import may still finish. See the list of projects." : "The reason is below.";
  const cancelled = phase.status === "cancelled" && phase.mayArrive ? "See the list of projects." : "Nothing of it was kept.";
  return (
    <Card className="grid min-h-80 sm:min-h-94 content-center justify-items-center gap-3 px-6 text-center">
      <Icon aria-hidden className="size-8 text-ink-faint" />
      <h3 className="wrap-anywhere font-semibold text-lg">
        {isFailed ? `${projectName} ${mayFinish ? "may still be published" : "was not published"}` : projectName}
      </h3>
      <p className="wrap-anywhere text-ink-muted">{isFailed ? failed : cancelled}</p>
    </Card>
  );
}
