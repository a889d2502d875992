import { CircleCheck, Map as MapIcon, UserPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { formatBytes, formatSpeed } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/time/format-duration";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import type { ExtractionProgress } from "@/lib/imports/progress/schema";
import type { PublishedMap } from "@/lib/upload-client/published-map";
import { type Phase, publishedMap } from "../controller/upload-state";
import { NoticeOffer } from "../notifications/notice-offer";
import { MeterPanel, type Stat } from "./panel";
import { progressOf } from "./upload-progress";

interface MapActionsProps {
  /** Null until the map is online. */
  map: PublishedMap | null;
  onViewMap: () => void;
  onViewProjects: () => void;
}

function MapActions({ map, onViewMap, onViewProjects }: MapActionsProps) {
  const router = useRouter();
  return (
    <>
      <Button variant="secondary" onClick={onViewProjects}>
        View Projects
      </Button>
      <IconButton
        icon={UserPlus}
        label="Access"
        variant="secondary"
        disabled={!map}
        onClick={() => map && router.push(`/projects?project=${map.safeName}&tab=access`)}
      />
      <IconButton icon={MapIcon} label="View Map" disabled={!map} onClick={onViewMap} />
    </>
  );
}

function OnlineSign() {
  return (
    <p className="flex animate-notice-in items-center gap-2 font-medium text-accent-ink">
      <CircleCheck aria-hidden className="size-4" />
      The map is online
    </p>
  );
}

interface ExtractionPanelProps extends Omit<MapActionsProps, "map"> {
  phase: Extract<Phase, { status: "extracting" | "complete" }>;
  isZip: boolean;
}

export function ExtractionPanel({ phase, isZip, ...actions }: ExtractionPanelProps) {
  const { target, progress } = phase;
  const isComplete = phase.status === "complete";
  const map = publishedMap(phase);
  const isOnline = map !== null;
  const started = isOnline
    ? "You can look at it already; its files are being checked meanwhile."
    : `The server is reading the ${isZip ? "ZIP file" : "list of its files"}.`;
  return (
    <MeterPanel
      title={target.projectName}
      detail={isComplete ? "Every file has been checked." : started}
      aside={<Badge tone="accent">{isComplete ? "Complete" : "Extracting"}</Badge>}
      actions={
        <>
          {isComplete ? null : <NoticeOffer />}
          <MapActions map={map} {...actions} />
        </>
      }
      percent={progressOf(phase).percent}
      label={`Extraction of ${target.projectName}`}
      corner={isOnline ? <OnlineSign /> : null}
      stats={statsOf(progress)}
    />
  );
}

function statsOf(progress: ExtractionProgress | null): Stat[] {
  if (!progress) return ["Files", "Extracted", "Speed", "Elapsed"].map((label) => ({ label, value: "–" }));
  const { filesExtracted, totalFiles, extractedSize, totalSize, extractionSpeed, timeElapsed } = progress;
  return [
    { label: "Files", value: filesExtracted.toLocaleString("en-US"), whole: totalFiles.toLocaleString("en-US") },
    { label: "Extracted", value: formatBytes(extractedSize), whole: formatBytes(totalSize) },
    { label: "Speed", value: formatSpeed(extractionSpeed) },
    { label: "Elapsed", value: formatDuration(timeElapsed) },
  ];
}
