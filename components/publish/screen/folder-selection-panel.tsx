import { CircleCheck, TriangleAlert } from "lucide-react";
import { takeDrop } from "@/components/folder-upload/drop-area";
import type { Selection } from "@/components/folder-upload/upload-state";
import { Figures } from "@/components/publish/progress/figures";
import { Panel } from "@/components/publish/progress/panel";
import { DropTarget } from "@/components/publish/screen/drop-areas";
import { formatBytes } from "@/components/shared/format-bytes";
import { LeftOutRemarks } from "@/components/transfer/left-out-remarks";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { FolderChanges } from "@/lib/publish/plan/match-packs";
import type { Choice } from "../source/folder/choose";
import { FilesPicker, FolderPicker } from "../source/folder/folder-pickers";

interface SelectionPanelProps {
  selection: Selection;
  /** It is to replace a map, and is compared with that before anything is sent. */
  isReplacing: boolean;
  /** The name is being checked. */
  isBusy: boolean;
  onChoose: (choice: Choice) => void;
  onProceed: () => void;
  onCancel: () => void;
}

/** What was chosen, before a byte of it is sent. More can be chosen beside it. */
export function SelectionPanel({ selection, isReplacing, isBusy, onChoose, onProceed, onCancel }: SelectionPanelProps) {
  const { name, fileCount, byteCount, hasIndexHtml, changes } = selection;
  return (
    <DropTarget onDrop={(dropped) => takeDrop(dropped, onChoose)}>
      {() => (
        <Panel
          title={name}
          detail={isReplacing ? "Ready to be compared with the map that is online." : `${formatBytes(byteCount)}, ready to upload`}
          actions={
            <>
              <Button variant="ghost" className="mr-auto" onClick={onCancel}>
                Cancel
              </Button>
              <FilesPicker label="Add Files" onChoose={onChoose} />
              <FolderPicker variant="secondary" label="Add Folder" onChoose={onChoose} />
              <Button busy={isBusy} onClick={onProceed}>
                {proceedLabel(selection, isReplacing)}
              </Button>
            </>
          }
        >
          <Figures
            className="sm:grid-cols-3"
            figures={[
              { label: "Files", value: fileCount.toLocaleString("en-US") },
              { label: "Size", value: formatBytes(byteCount) },
              { label: "index.html", value: <IndexHtml isThere={hasIndexHtml} /> },
            ]}
          />
          {hasIndexHtml ? null : (
            <Notice tone="warning" live={false}>
              There is no index.html at the top of this folder, so the map&apos;s address will show nothing by itself. You can upload it
              anyway.
            </Notice>
          )}
          {changes ? <Changes changes={changes} /> : null}
          <LeftOutRemarks wrappingFolder={selection.wrappingFolder} leftOut={selection.leftOut} noun={["file", "files"]} />
        </Panel>
      )}
    </DropTarget>
  );
}

function proceedLabel({ hasIndexHtml, changes }: Selection, isReplacing: boolean): string {
  if (isReplacing) return "Compare with the Map";
  if (changes) return "Continue Upload";
  return hasIndexHtml ? "Upload Folder" : "Upload Anyway";
}

function IndexHtml({ isThere }: { isThere: boolean }) {
  const Icon = isThere ? CircleCheck : TriangleAlert;
  return (
    <span className={`inline-flex items-center gap-1.5 ${isThere ? "text-accent-ink" : "text-warning-ink"}`}>
      <Icon aria-hidden className="size-4" />
      {isThere ? "Found" : "Missing"}
    </span>
  );
}

/** The folder is no longer what it was when the upload began. */
function Changes({ changes: { added, changed, removed } }: { changes: FolderChanges }) {
  if (added + changed + removed === 0) return null;
  const counts = [
    added > 0 ? `${added.toLocaleString("en-US")} new` : "",
    changed > 0 ? `${changed.toLocaleString("en-US")} changed` : "",
    removed > 0 ? `${removed.toLocaleString("en-US")} gone` : "",
  ].filter(Boolean);
  return (
    <Notice tone="warning" live={false}>
      The folder has changed since the upload began: {counts.join(", ")}. The map will be what the folder is now; of the rest, nothing is
      sent again.
    </Notice>
  );
}
