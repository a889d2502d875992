import { CircleSlash, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { formatBytes } from "@/components/shared/format-bytes";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { UploadController, UploadSource } from "../controller/upload-controller";
import type { MapUpload, Phase, UploadState } from "../controller/upload-state";
import { ComparisonPanel } from "../replace/comparison-panel";
import { askToCancel } from "../tray/upload-list";
import { ConnectionNotice } from "./connections";
import { ExtractionPanel } from "./extraction-panel";
import { StepPanel } from "./panel";
import { TransferPanel } from "./transfer-panel";
import { percentOf } from "./transfer-stats";
import { progressOf } from "./upload-progress";

export interface UploadPanelProps {
  state: UploadState;
  controller: UploadController<UploadSource>;
  source: "zip" | "folder";
  email: string;
  isStarting: boolean;
  idle: ReactNode;
  /** What follows unreadable files. */
  interrupted?: ReactNode;
  selected: (selection: MapUpload["selection"]) => ReactNode;
  onUpload: () => void;
  onViewMap: () => void;
  onViewProjects: () => void;
}

export function UploadPanel({
  state,
  controller,
  source,
  email,
  isStarting,
  idle,
  interrupted,
  selected,
  onUpload,
  ...actions
}: UploadPanelProps) {
  const { phase } = state;
  const cancel = () => askToCancel(controller);
  const isZip = source === "zip";
  switch (phase.status) {
    case "idle":
      return idle;
    case "interrupted":
      return interrupted ?? idle;
    case "reading":
      return <ReadingPanel phase={phase} isZip={isZip} onCancel={cancel} />;
    case "unconfirmed":
    case "selected":
      return selected(phase.selection);
    case "comparing":
      return <ComparingPanel phase={phase} onCancel={cancel} />;
    case "compared":
      return <ComparisonPanel comparison={phase.comparison} busy={isStarting} onUpload={onUpload} onCancel={cancel} />;
    case "preparing":
      return <StepPanel title={phase.target.projectName} detail="Dividing the files among uploads." label="Preparing" />;
    case "uploading":
      return (
        <TransferPanel
          phase={phase}
          controller={controller}
          isFolder={!isZip}
          isDirect={isZip && state.method === "direct"}
          email={email}
        />
      );
    case "finalizing":
      return <FinalizingPanel phase={phase} email={email} />;
    case "extracting":
    case "complete":
      return <ExtractionPanel phase={phase} isZip={isZip} {...actions} />;
    case "cancelled":
    case "failed":
      return <EndPanel phase={phase} />;
  }
}

type PhaseOf<Status extends Phase["status"]> = Extract<Phase, { status: Status }>;

function CancelButton({ onCancel }: { onCancel: () => void }) {
  return (
    <Button variant="secondary" onClick={onCancel}>
      Cancel
    </Button>
  );
}

function ReadingPanel({ phase, isZip, onCancel }: { phase: PhaseOf<"reading">; isZip: boolean; onCancel: () => void }) {
  const { name, byteCount, read, total, isDescribing } = phase;
  const count = (value: number) => value.toLocaleString("en-US");
  const reading = isZip ? "Checking what the ZIP file holds…" : `Reading the ${name === null ? "files" : "folder"}…`;
  const entries = read > 0 ? `${count(read)} of ${count(total ?? 0)} entries` : "Reading its directory";
  return (
    <StepPanel
      title={name ?? "Files"}
      detail={isZip ? formatBytes(byteCount) : "Nothing is sent yet."}
      actions={<CancelButton onCancel={onCancel} />}
      step={isDescribing ? "Reading the map data…" : reading}
      label={isZip ? "Checking" : "Reading"}
      value={total ? (read / total) * 100 : null}
      {...(isDescribing ? {} : { amount: isZip ? entries : `${count(read)} files` })}
    />
  );
}

function ComparingPanel({ phase, onCancel }: { phase: PhaseOf<"comparing">; onCancel: () => void }) {
  const { selection, target, done, total } = phase;
  return (
    <StepPanel
      title={selection.source === "folder" ? selection.name : target.projectName}
      detail={`Compared with the map of ${target.projectName}. Nothing is sent yet.`}
      actions={<CancelButton onCancel={onCancel} />}
      step="Looking for what has changed…"
      label="Comparing"
      value={total > 0 ? percentOf(done, total) : null}
      amount={total > 0 ? `${formatBytes(done)} of ${formatBytes(total)} compared` : "Reading the list of its files"}
    />
  );
}

function FinalizingPanel({ phase, email }: { phase: PhaseOf<"finalizing">; email: string }) {
  const { target, shipment, connection } = phase;
  const { tone } = progressOf(phase);
  const files = `${shipment.fileCount.toLocaleString("en-US")} ${shipment.fileCount === 1 ? "file" : "files"}`;
  return (
    <StepPanel
      title={target.projectName}
      detail={`${files}, ${formatBytes(shipment.byteCount)}: every byte is on the server.`}
      aside={<Badge tone={tone}>{tone === "accent" ? "Publishing" : "Waiting"}</Badge>}
      step="Putting the map online…"
      label={`Publishing ${target.projectName}`}
      tone={tone}
    >
      <ConnectionNotice connection={connection} email={email} />
    </StepPanel>
  );
}

function EndPanel({ phase }: { phase: PhaseOf<"cancelled" | "failed"> }) {
  const { projectName } = phase.target;
  const isFailed = phase.status === "failed";
  const Icon = isFailed ? CircleX : CircleSlash;
  const mayFinish = isFailed && phase.mayFinish;
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
