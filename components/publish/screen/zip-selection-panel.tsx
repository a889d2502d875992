import { formatBytes } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/time/format-duration";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ZipSelection } from "../controller/upload-state";
import { Panel } from "../progress/panel";
import type { ChosenZip } from "../source/zip/chosen-zip";
import { DIRECT_ADVISED_BYTES, type UploadMethod } from "../source/zip/upload-method";
import { ZipPicker } from "../source/zip/zip-picker";
import { IgnoredRemarks, IndexHtml, SelectionStats } from "./selection-parts";

interface ZipSelectionPanelProps {
  selection: ZipSelection;
  method: UploadMethod;
  isDropped: boolean;
  isBusy: boolean;
  onUpload: () => void;
  onFiles: (files: readonly ChosenZip[]) => void;
  onCancel: () => void;
}

export function ZipSelectionPanel({ selection, method, isDropped, isBusy, onUpload, onFiles, onCancel }: ZipSelectionPanelProps) {
  const { file, analysis } = selection;
  const uploadLabel = analysis.hasIndexHtml ? "Upload ZIP" : "Upload Anyway";
  return (
    <Panel
      title={file.name}
      detail={`${formatBytes(file.size)}, ready to upload`}
      actions={
        <>
          <Button variant="ghost" className="mr-auto" onClick={onCancel}>
            Cancel
          </Button>
          {isDropped ? null : <ZipPicker variant="secondary" label="Choose Another File" onFiles={onFiles} />}
          <Button busy={isBusy} onClick={onUpload}>
            {isDropped ? "Publish" : uploadLabel}
          </Button>
        </>
      }
    >
      <SelectionStats
        container="ZIP file"
        hasIndexHtml={analysis.hasIndexHtml}
        stats={[
          { label: "Files", value: analysis.fileCount.toLocaleString("en-US") },
          { label: "Compressed", value: formatBytes(analysis.compressedSize) },
          { label: "Uncompressed", value: formatBytes(analysis.uncompressedSize) },
          { label: "Compression Ratio", value: `${analysis.compressionRatio.toFixed(1)} : 1` },
          { label: "index.html", value: <IndexHtml isFound={analysis.hasIndexHtml} /> },
          { label: "Estimated Extraction Time", value: formatDuration(analysis.estimatedExtractionTime) },
        ]}
      />
      {method === "direct" && file.size > DIRECT_ADVISED_BYTES ? (
        <Notice tone="warning">This file is over 5GB: TUS Upload is recommended, since it can go on where it was interrupted.</Notice>
      ) : null}
      <IgnoredRemarks
        wrappingFolder={analysis.wrappingFolder}
        ignored={analysis.leftOut}
        hasTail={analysis.hasTail}
        noun={["entry", "entries"]}
      />
    </Panel>
  );
}
