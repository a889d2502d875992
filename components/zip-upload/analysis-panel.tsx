import { CircleCheck, TriangleAlert } from "lucide-react";
import { formatBytes } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/format-duration";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { FilePicker } from "./drop-zone";
import { Figures } from "./figures";
import { Panel } from "./panel";
import type { Phase } from "./upload-state";
import type { ZipAnalysis } from "./zip-analysis";

interface AnalysisPanelProps {
  phase: Extract<Phase, { status: "validated" }>;
  /** The name is being checked once more. */
  isBusy: boolean;
  onUpload: () => void;
  onFiles: (files: File[]) => void;
  onCancel: () => void;
}

/** What the ZIP holds, before a byte of it is sent. */
export function AnalysisPanel({ phase, isBusy, onUpload, onFiles, onCancel }: AnalysisPanelProps) {
  const { file, analysis } = phase;
  return (
    <Panel
      title={file.name}
      detail={`${formatBytes(file.size)}, ready to upload`}
      actions={
        <>
          <Button variant="ghost" className="mr-auto" onClick={onCancel}>
            Cancel
          </Button>
          <FilePicker variant="secondary" label="Choose Another File" onFiles={onFiles} />
          <Button busy={isBusy} onClick={onUpload}>
            {analysis.hasIndexHtml ? "Upload ZIP" : "Upload Anyway"}
          </Button>
        </>
      }
    >
      <Figures
        className="sm:grid-cols-3"
        figures={[
          { label: "Files", value: analysis.fileCount.toLocaleString("en-US") },
          { label: "Compressed", value: formatBytes(analysis.compressedSize) },
          { label: "Uncompressed", value: formatBytes(analysis.uncompressedSize) },
          { label: "Compression Ratio", value: `${analysis.compressionRatio.toFixed(1)} : 1` },
          { label: "index.html", value: <IndexHtml isThere={analysis.hasIndexHtml} /> },
          { label: "Estimated Extraction Time", value: formatDuration(analysis.estimatedExtractionTime) },
        ]}
      />
      {analysis.hasIndexHtml ? null : (
        <Notice tone="warning">
          There is no index.html at the top of this ZIP file, so the map&apos;s address will show nothing by itself. You can upload it
          anyway.
        </Notice>
      )}
      <Remarks analysis={analysis} />
    </Panel>
  );
}

function IndexHtml({ isThere }: { isThere: boolean }) {
  const Icon = isThere ? CircleCheck : TriangleAlert;
  return (
    <span className={isThere ? "inline-flex items-center gap-1.5 text-accent-ink" : "inline-flex items-center gap-1.5 text-warning-ink"}>
      <Icon aria-hidden className="size-4" />
      {isThere ? "Found" : "Missing"}
    </span>
  );
}

/** What will be different on the server from what is in the ZIP. */
function Remarks({ analysis: { wrappingFolder, leftOut } }: { analysis: ZipAnalysis }) {
  if (wrappingFolder === null && leftOut === 0) return null;
  return (
    <ul className="grid gap-1 text-ink-muted text-sm">
      {wrappingFolder === null ? null : (
        <li>
          Everything lies in the folder <span className="wrap-anywhere font-medium text-ink">{wrappingFolder}</span>; its content becomes
          the map.
        </li>
      )}
      {leftOut > 0 ? (
        <li>
          {leftOut.toLocaleString("en-US")} {leftOut === 1 ? "entry" : "entries"} added by the operating system will be left out.
        </li>
      ) : null}
    </ul>
  );
}
