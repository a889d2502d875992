import { formatBytes } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { FolderChanges } from "@/lib/publish/plan/match-packs";
import type { FolderSelection } from "../controller/upload-state";
import { Panel } from "../progress/panel";
import type { Choice } from "../source/folder/choose";
import { FilesPicker, FolderPicker } from "../source/folder/folder-pickers";
import { DropTarget, takeDrop } from "./drop-areas";
import { IgnoredRemarks, IndexHtml, SelectionStats } from "./selection-parts";

interface FolderSelectionPanelProps {
  selection: FolderSelection;
  isReplacing: boolean;
  isDropped: boolean;
  isBusy: boolean;
  onChoose: (choice: Choice) => void;
  onProceed: () => void;
  onCancel: () => void;
}

export function FolderSelectionPanel(props: FolderSelectionPanelProps) {
  const { selection, isReplacing, isDropped, isBusy, onChoose, onProceed, onCancel } = props;
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
              {isDropped ? null : <FilesPicker label="Add Files" onChoose={onChoose} />}
              {isDropped ? null : <FolderPicker variant="secondary" label="Add Folder" onChoose={onChoose} />}
              <Button busy={isBusy} onClick={onProceed}>
                {isDropped ? "Publish" : proceedLabel(selection, isReplacing)}
              </Button>
            </>
          }
        >
          <SelectionStats
            container="folder"
            hasIndexHtml={hasIndexHtml}
            stats={[
              { label: "Files", value: fileCount.toLocaleString("en-US") },
              { label: "Size", value: formatBytes(byteCount) },
              { label: "index.html", value: <IndexHtml isFound={hasIndexHtml} /> },
            ]}
          />
          {changes ? <Changes changes={changes} /> : null}
          <IgnoredRemarks wrappingFolder={selection.wrappingFolder} ignored={selection.leftOut} noun={["file", "files"]} />
        </Panel>
      )}
    </DropTarget>
  );
}

function proceedLabel({ hasIndexHtml, changes }: FolderSelection, isReplacing: boolean): string {
  if (isReplacing) return "Compare with the Map";
  if (changes) return "Continue Upload";
  return hasIndexHtml ? "Upload Folder" : "Upload Anyway";
}

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
