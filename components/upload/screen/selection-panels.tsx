import { Select } from "@/components/shared/form/select";
import { formatBytes } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/time/format-duration";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { type NameEncoding, nameEncodingLabels } from "@/lib/archives/directory/name-encoding";
import type { FolderChanges } from "@/lib/upload-client/plan/plan-packs";
import type { ZipNames } from "@/lib/upload-client/zip/zip-analysis";
import type { FolderSelection, ZipSelection } from "../controller/upload-state";
import type { Choice } from "../source/folder/reading";
import { FilesPicker, FolderPicker, ZipPicker } from "../source/pickers";
import type { ChosenZip } from "../source/zip/dropped-zip";
import { DIRECT_ADVISED_BYTES, type UploadMethod } from "../source/zip/upload-method";
import { DropTarget, takeDrop } from "./drop-areas";
import { type Actions, indexHtml, opens, SelectionPanel, systemFiles } from "./selection-panel";

interface ZipSelectionPanelProps extends Actions {
  selection: ZipSelection;
  method: UploadMethod;
  onFiles: (files: readonly ChosenZip[]) => void;
  onNameEncoding: (encoding: NameEncoding) => void;
}

export function ZipSelectionPanel({ selection, method, onFiles, onNameEncoding, ...actions }: ZipSelectionPanelProps) {
  const { file, analysis, layers, answers } = selection;
  return (
    <SelectionPanel
      {...actions}
      title={file.name}
      detail={`${formatBytes(file.size)}, ready to upload`}
      proceedLabel={opens({ ...analysis, layers }) ? "Upload ZIP" : "Upload Anyway"}
      pickers={<ZipPicker variant="secondary" label="Choose Another File" onFiles={onFiles} />}
      container="ZIP file"
      hasIndexHtml={analysis.hasIndexHtml}
      pages={analysis.pages}
      innerArchive={analysis.innerArchive}
      hasRootPaths={analysis.hasRootPaths}
      layers={layers}
      answers={answers}
      stats={[
        { label: "Files", value: analysis.fileCount.toLocaleString("en-US") },
        { label: "Compressed", value: formatBytes(analysis.compressedSize) },
        { label: "Uncompressed", value: formatBytes(analysis.uncompressedSize) },
        { label: "Compression Ratio", value: `${analysis.compressionRatio.toFixed(1)} : 1` },
        indexHtml({ ...analysis, layers }),
        { label: "Estimated Extraction Time", value: formatDuration(analysis.estimatedExtractionTime) },
      ]}
      wrappingFolder={analysis.wrappingFolder}
      leftOut={[systemFiles(analysis.leftOut, "entry", "entries"), analysis.hasTail && "Bytes after the end of the ZIP archive"]}
    >
      {analysis.names ? <ZipNamesChoice names={analysis.names} onChoose={onNameEncoding} /> : null}
      {method === "direct" && file.size > DIRECT_ADVISED_BYTES ? (
        <Notice tone="warning">This file is over 5GB: TUS Upload is recommended, since it can go on where it was interrupted.</Notice>
      ) : null}
    </SelectionPanel>
  );
}

interface FolderSelectionPanelProps extends Actions {
  selection: FolderSelection;
  isReplacing: boolean;
  onChoose: (choice: Choice) => void;
}

export function FolderSelectionPanel({ selection, isReplacing, onChoose, ...actions }: FolderSelectionPanelProps) {
  const { name, fileCount, byteCount, hasIndexHtml, pages, innerArchive, hasRootPaths, layers, answers, changes } = selection;
  return (
    <DropTarget onDrop={(dropped) => takeDrop(dropped, onChoose)}>
      {() => (
        <SelectionPanel
          {...actions}
          title={name}
          detail={isReplacing ? "Ready to be compared with the map that is online." : `${formatBytes(byteCount)}, ready to upload`}
          proceedLabel={proceedLabel(selection, isReplacing)}
          pickers={
            <>
              <FilesPicker label="Add Files" onChoose={onChoose} />
              <FolderPicker variant="secondary" label="Add Folder" onChoose={onChoose} />
            </>
          }
          container="folder"
          hasIndexHtml={hasIndexHtml}
          pages={pages}
          innerArchive={innerArchive}
          hasRootPaths={hasRootPaths}
          layers={layers}
          answers={answers}
          stats={[
            { label: "Files", value: fileCount.toLocaleString("en-US") },
            { label: "Size", value: formatBytes(byteCount) },
            indexHtml(selection),
          ]}
          wrappingFolder={selection.wrappingFolder}
          leftOut={[systemFiles(selection.leftOut, "file", "files")]}
        >
          {changes ? <Changes changes={changes} /> : null}
        </SelectionPanel>
      )}
    </DropTarget>
  );
}

function proceedLabel(selection: FolderSelection, isReplacing: boolean): string {
  if (isReplacing) return "Compare with the Map";
  if (selection.changes) return "Continue Upload";
  return opens(selection) ? "Upload Folder" : "Upload Anyway";
}

function Changes({ changes: { added, changed, removed } }: { changes: FolderChanges }) {
  const counts = Object.entries({ new: added, changed, gone: removed }).flatMap(([what, count]) =>
    count > 0 ? `${count.toLocaleString("en-US")} ${what}` : [],
  );
  if (counts.length === 0) return null;
  return (
    <Notice tone="warning" live={false}>
      The folder has changed since the upload began: {counts.join(", ")}. The map will be what the folder is now; of the rest, nothing is
      sent again.
    </Notice>
  );
}

interface ZipNamesProps {
  names: ZipNames;
  onChoose: (encoding: NameEncoding) => void;
}

/** Shows names that declare no encoding as they are decoded, and lets the admin choose another encoding. */
function ZipNamesChoice({ names: { encoding, samples, options }, onChoose }: ZipNamesProps) {
  const choose = (value: string) => {
    const chosen = options.find((option) => option.encoding === value);
    if (chosen && chosen.encoding !== encoding) onChoose(chosen.encoding);
  };
  return (
    <section aria-label="Names in this ZIP" className="grid gap-2.5 rounded-lg border bg-surface px-4 py-3">
      <Field label="Names in this ZIP" hint="The ZIP doesn't say how its names are encoded. If they look wrong, choose another encoding.">
        {({ id }) => (
          <Select
            id={id}
            label="Names in this ZIP"
            value={encoding}
            onChange={choose}
            options={options.map((option) => [option.encoding, `${nameEncodingLabels[option.encoding]}: ${option.example}`] as const)}
          />
        )}
      </Field>
      <ul className="grid gap-1 text-sm">
        {samples.map((sample) => (
          <li key={sample} className="wrap-anywhere">
            <bdi>{sample}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
