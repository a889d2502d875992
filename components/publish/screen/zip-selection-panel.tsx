import { CircleCheck, TriangleAlert } from "lucide-react";
import { Figures } from "@/components/publish/progress/figures";
import { Panel } from "@/components/publish/progress/panel";
import { formatBytes } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/time/format-duration";
import { LeftOutRemarks } from "@/components/transfer/left-out-remarks";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Phase } from "@/components/zip-upload/upload-state";
import type { ChosenFile } from "../source/zip/chosen-zip";
import { DIRECT_ADVISED_BYTES, type UploadWay } from "../source/zip/upload-method";
import { FilePicker } from "../source/zip/zip-picker";

interface AnalysisPanelProps {
  phase: Extract<Phase, { status: "validated" }>;
  way: UploadWay;
  /** The name is being checked once more. */
  isBusy: boolean;
  onUpload: () => void;
  onFiles: (files: ChosenFile[]) => void;
  onCancel: () => void;
}

/** What the ZIP holds, before a byte of it is sent. */
export function AnalysisPanel({ phase, way, isBusy, onUpload, onFiles, onCancel }: AnalysisPanelProps) {
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
      {way === "direct" && file.size > DIRECT_ADVISED_BYTES ? (
        <Notice tone="warning">This file is over 5GB: TUS Upload is recommended, since it can go on where it was interrupted.</Notice>
      ) : null}
      <LeftOutRemarks wrappingFolder={analysis.wrappingFolder} leftOut={analysis.leftOut} noun={["entry", "entries"]} />
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
