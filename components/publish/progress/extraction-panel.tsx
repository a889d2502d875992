import { CircleCheck, Map as MapIcon } from "lucide-react";
import { formatBytes, formatSpeed } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/time/format-duration";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { ExtractionProgress } from "@/lib/imports/schema";
import { type Phase, publishedMap } from "../controller/upload-state";
import { NoticeOffer } from "../notifications/notice-offer";
import { LargePercent, Panel } from "./panel";
import { PartOf, StatList } from "./stat-list";

interface ExtractionPanelProps {
  phase: Extract<Phase, { status: "extracting" | "complete" }>;
  noun?: string;
  onViewMap: () => void;
  onViewProjects: () => void;
}

export function ExtractionPanel({ phase, noun = "ZIP file", onViewMap, onViewProjects }: ExtractionPanelProps) {
  const { target, progress } = phase;
  const isComplete = phase.status === "complete";
  const isOnline = publishedMap(phase) !== null;
  const percent = isComplete ? 100 : Math.floor(progress?.progress ?? 0);
  return (
    <Panel
      title={target.projectName}
      detail={detailOf(isComplete, isOnline, noun)}
      aside={<Badge tone="accent">{isComplete ? "Complete" : "Extracting"}</Badge>}
      actions={
        <>
          {isComplete ? null : <NoticeOffer />}
          <Button variant="secondary" onClick={onViewProjects}>
            View Projects
          </Button>
          <Button disabled={!isOnline} onClick={onViewMap}>
            <MapIcon aria-hidden />
            View Map
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <LargePercent value={percent} />
          {isOnline ? <OnlineSign /> : null}
        </div>
        <Progress label={`Extraction of ${target.projectName}`} value={isOnline ? percent : null} className="h-2.5" />
      </div>
      <StatList stats={statsOf(progress)} />
    </Panel>
  );
}

function detailOf(isComplete: boolean, isOnline: boolean, noun: string): string {
  if (isComplete) return "Every file has been checked.";
  return isOnline ? "You can look at it already; its files are being checked meanwhile." : `The server is reading the ${noun}.`;
}

function OnlineSign() {
  return (
    <p className="flex animate-notice-in items-center gap-2 font-medium text-accent-ink">
      <CircleCheck aria-hidden className="size-4" />
      The map is online
    </p>
  );
}

function statsOf(progress: ExtractionProgress | null) {
  if (!progress) return ["Files", "Extracted", "Speed", "Elapsed"].map((label) => ({ label, value: "–" }));
  const { filesExtracted, totalFiles, extractedSize, totalSize, extractionSpeed, timeElapsed } = progress;
  return [
    { label: "Files", value: <PartOf part={filesExtracted.toLocaleString("en-US")} whole={totalFiles.toLocaleString("en-US")} /> },
    { label: "Extracted", value: <PartOf part={formatBytes(extractedSize)} whole={formatBytes(totalSize)} /> },
    { label: "Speed", value: formatSpeed(extractionSpeed) },
    { label: "Elapsed", value: formatDuration(timeElapsed) },
  ];
}
