import { CircleCheck, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Select } from "@/components/shared/form/select";
import { formatBytes } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/time/format-duration";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { NameEncoding } from "@/lib/archives/directory/name-encoding";
import type { Answer } from "@/lib/data-maps/formats/data-file";
import type { FolderChanges } from "@/lib/upload-client/plan/plan-packs";
import { ROOT_PATHS_MESSAGE } from "@/lib/upload-client/root-paths";
import type { DescribedData, FolderSelection, ZipSelection } from "../controller/upload-state";
import { Panel, type Stat, StatList } from "../progress/panel";
import type { Choice } from "../source/folder/reading";
import { FilesPicker, FolderPicker, ZipPicker } from "../source/pickers";
import type { ChosenZip } from "../source/zip/dropped-zip";
import { DIRECT_ADVISED_BYTES, type UploadMethod } from "../source/zip/upload-method";
import { DropTarget, takeDrop } from "./drop-areas";
import { LayerReport } from "./layer-report";
import { ZipNamesChoice } from "./zip-names";

interface Actions {
  isDropped: boolean;
  isBusy: boolean;
  /** Maps have no origins of their own. */
  sharesOrigin: boolean;
  /** @param startPage page that the user has chosen */
  onProceed: (startPage?: string) => void;
  /** The user says, or takes back, what data files don't say. */
  onAnswer: (files: readonly string[], answer: Answer | null) => Promise<void>;
  onCancel: () => void;
}

interface SelectionPanelProps extends Actions, DescribedData {
  title: string;
  detail: string;
  proceedLabel: string;
  /** Choose something else, or more. */
  pickers: ReactNode;
  container: "ZIP file" | "folder";
  stats: readonly Stat[];
  hasIndexHtml: boolean;
  pages: readonly string[];
  innerArchive: string | null;
  hasRootPaths: boolean;
  wrappingFolder: string | null;
  /** Says what will be left out. */
  leftOut: readonly (string | false)[];
  children: ReactNode;
}

function SelectionPanel({ title, detail, isDropped, isBusy, onProceed, onCancel, container, children, ...props }: SelectionPanelProps) {
  const { wrappingFolder, layers, answers, onAnswer, pages } = props;
  const [chosen, choose] = useState<string>();
  const startPage = chosen !== undefined && pages.includes(chosen) ? chosen : undefined;
  const leftOut = props.leftOut.filter((part) => part !== false);
  return (
    <Panel
      title={title}
      detail={detail}
      actions={
        <>
          <Button variant="ghost" className="mr-auto" onClick={onCancel}>
            Cancel
          </Button>
          {isDropped ? null : props.pickers}
          <Button busy={isBusy} onClick={() => onProceed(startPage)}>
            {isDropped ? "Publish" : props.proceedLabel}
          </Button>
        </>
      }
    >
      <StatList className="sm:grid-cols-3" stats={props.stats} />
      {layers.length > 0 ? <LayerReport layers={layers} answers={answers} onAnswer={onAnswer} /> : null}
      {layers.length === 0 && pages.length > 1 ? <StartPageChoice pages={pages} value={startPage ?? pages[0]} onChange={choose} /> : null}
      <ContentWarnings container={container} {...props} />
      {children}
      {wrappingFolder === null && leftOut.length === 0 ? null : (
        <ul className="grid gap-1 text-ink-muted text-sm">
          {wrappingFolder === null ? null : (
            <li>
              Everything lies in the folder <span className="wrap-anywhere font-medium text-ink">{wrappingFolder}</span>; its content
              becomes the map.
            </li>
          )}
          {leftOut.map((part) => (
            <li key={part}>{part} will be left out.</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type Opening = Pick<SelectionPanelProps, "hasIndexHtml" | "layers" | "pages">;

/** Returns true when the map's address will show a page. */
const opens = ({ hasIndexHtml, layers, pages }: Opening) => hasIndexHtml || layers.length > 0 || pages.length > 0;

type Content = Pick<SelectionPanelProps, "container" | "innerArchive" | "hasRootPaths" | "sharesOrigin"> & Opening;

/** Says why the map's address will show nothing, or a page without its files. */
function ContentWarnings({ container, innerArchive, hasRootPaths, sharesOrigin, ...opening }: Content) {
  if (opens(opening) && hasRootPaths && sharesOrigin) {
    return (
      <Notice tone="warning" live={false}>
        {ROOT_PATHS_MESSAGE}
      </Notice>
    );
  }
  if (opens(opening)) return null;
  const nothing = `There is no index.html at the top of this ${container}, so the map's address will show nothing.`;
  return (
    <Notice tone="warning" live={container === "ZIP file"}>
      {innerArchive === null ? (
        `${nothing} You can upload it anyway.`
      ) : (
        <>
          {nothing} The archive <bdi className="font-medium">{innerArchive}</bdi> inside isn&apos;t unpacked. Upload that archive instead.
        </>
      )}
    </Notice>
  );
}

/** Lets the user choose the page of a site without an index. The first page is the likeliest. */
function StartPageChoice({ pages, value = "", onChange }: { pages: readonly string[]; value?: string; onChange: (page: string) => void }) {
  return (
    <Field label="Start Page" hint="Visitors see this page first. You can change it later in the project.">
      {({ id }) => <Select id={id} value={value} onChange={onChange} options={pages.map((path) => [path, path])} />}
    </Field>
  );
}

function indexHtml({ hasIndexHtml, layers, pages }: Opening): Stat {
  const [page] = pages;
  if (!hasIndexHtml && layers.length === 0 && page !== undefined) {
    return pages.length === 1
      ? { label: "Start Page", value: <span className="wrap-anywhere">{page}</span> }
      : { label: "Pages", value: pages.length };
  }
  const isMissing = !hasIndexHtml && layers.length === 0;
  const Icon = isMissing ? TriangleAlert : CircleCheck;
  const made = layers.length > 0 ? "Will be made" : "Found";
  const value = (
    <span className={`inline-flex items-center gap-1.5 ${isMissing ? "text-warning-ink" : "text-accent-ink"}`}>
      <Icon aria-hidden className="size-4" />
      {isMissing ? "Missing" : made}
    </span>
  );
  return { label: "index.html", value };
}

const systemFiles = (count: number, one: string, many: string) =>
  count > 0 && `${count.toLocaleString("en-US")} ${count === 1 ? one : many} added by the operating system`;

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
