import { CircleCheck, CircleSlash, Map as MapIcon } from "lucide-react";
import { LinkNotice } from "@/components/publish/progress/connection-notice";
import { Panel } from "@/components/publish/progress/panel";
import { formatBytes } from "@/components/shared/format-bytes";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import type { UploadTarget } from "@/lib/publish/target";
import type { Phase } from "./upload-state";

/** The page is getting ready to send: a moment for most folders. */
export function PreparingPanel({ target }: { target: UploadTarget }) {
  return (
    <Panel title={target.projectName} detail="Dividing the files among uploads.">
      <Progress label="Preparing" value={null} />
    </Panel>
  );
}

interface ProcessingPanelProps {
  phase: Extract<Phase, { status: "processing" }>;
  email: string;
}

/** Every byte is there, and the server makes the map of it. */
export function ProcessingPanel({ phase: { target, shipment, link }, email }: ProcessingPanelProps) {
  const files = `${shipment.fileCount.toLocaleString("en-US")} ${shipment.fileCount === 1 ? "file" : "files"}`;
  return (
    <Panel
      title={target.projectName}
      detail={`${files}, ${formatBytes(shipment.byteCount)}: every byte is on the server.`}
      aside={<Badge tone={link === "sending" ? "accent" : "warning"}>{link === "sending" ? "Publishing" : "Waiting"}</Badge>}
    >
      <div className="grid gap-2">
        <p>Putting the map online…</p>
        <Progress label={`Publishing ${target.projectName}`} value={null} tone={link === "sending" ? "accent" : "warning"} />
      </div>
      <LinkNotice link={link} email={email} />
    </Panel>
  );
}

interface CompletePanelProps {
  phase: Extract<Phase, { status: "complete" }>;
  onViewMap: () => void;
  onViewProjects: () => void;
}

/** The map is online. */
export function CompletePanel({ phase: { target, map }, onViewMap, onViewProjects }: CompletePanelProps) {
  return (
    <Panel
      title={target.projectName}
      detail={target.replacesId === null ? "Every file is where the map expects it." : "Everybody who opens it sees the new map."}
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

/** Nothing is kept of it. */
export function CancelledPanel({ target }: { target: UploadTarget }) {
  return (
    <Card className="grid min-h-80 sm:min-h-94 content-center justify-items-center gap-3 px-6 text-center">
      <CircleSlash aria-hidden className="size-8 text-ink-faint" />
      <h3 className="wrap-anywhere font-semibold text-lg">{target.projectName}</h3>
      <p className="text-ink-muted">Nothing of it was kept.</p>
    </Card>
  );
}
