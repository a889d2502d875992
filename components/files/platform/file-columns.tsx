import { Download, Eye, Trash2 } from "lucide-react";
import { formatBytes } from "@/components/shared/format-bytes";
import type { Column } from "@/components/shared/list/list-table";
import { RowButton } from "@/components/shared/list/row-button";
import { type SelectedRows, selectColumn } from "@/components/shared/list/select-rows";
import { DateText } from "@/components/shared/time/date-text";
import type { PlatformFile } from "@/lib/files/platform/schema";
import { type FileType, typeOfFile } from "@/lib/files/platform/values";
import { parentOf } from "../manager/folder/item-paths";
import { ItemIcon } from "../manager/grid/item-icon";
import { endingOf } from "../preview/preview-kind";

const typeNames: Readonly<Record<FileType, string>> = {
  image: "Image",
  video: "Video",
  document: "Document",
  spreadsheet: "Spreadsheet",
  archive: "Archive",
  other: "Other",
};

const otherTypes = Object.entries({
  "HTML page": "htm html xhtml",
  Script: "cjs js jsx mjs ts tsx wasm",
  "Style sheet": "css less scss",
  Data: "geojson gml gpx json json5 jsonc kml kmz topojson xml yaml yml",
  "Map tile": "mbtiles mvt pbf pmtiles terrain",
  Font: "eot otf ttf woff woff2",
});

/** Returns the type of a file for people. The filter "Other" has several of them. */
export function typeLabel(name: string): string {
  const ending = endingOf(name);
  const other = otherTypes.find(([, endings]) => name.includes(".") && endings.split(" ").includes(ending));
  return other?.[0] ?? typeNames[typeOfFile(name)];
}

export const nameOfFile = ({ originalName, filename }: PlatformFile) => originalName || filename;

/** Returns the folder of a file, or its project. Most projects have files of the same names, such as index.html. */
const placeOf = ({ projectName, path }: PlatformFile) => path.split("/").at(-2) ?? projectName ?? "Shared assets";

const dense = "@table:@max-wide:px-2";

interface FileActions {
  onPreview: (file: PlatformFile) => void;
  onDownload: (file: PlatformFile) => void;
  onDelete: (file: PlatformFile) => void;
}

export function fileColumns(
  selection: SelectedRows<PlatformFile>,
  { onPreview, onDownload, onDelete }: FileActions,
): Column<PlatformFile>[] {
  return [
    selectColumn(selection, { label: "Select all files", nameOf: nameOfFile, className: `${dense} @max-table:col-span-2 @table:w-10` }),
    {
      header: "File",
      sorts: ["name-asc", "name-desc"],
      className: `${dense} @max-table:col-span-2`,
      cell: (file) => (
        <span className="flex items-center gap-2.5">
          <ItemIcon item={{ name: nameOfFile(file), type: "file" }} className="size-5" />
          <span className="grid min-w-0">
            <bdi title={file.path} className="wrap-anywhere line-clamp-2 font-medium">
              <span className="font-normal text-ink-muted">{`${placeOf(file)} / `}</span>
              {nameOfFile(file)}
            </bdi>
            <span className="wrap-anywhere line-clamp-2 text-ink-muted text-sm">
              {typeLabel(nameOfFile(file))}
              {file.path.includes("/") ? " · " : null}
              <bdi>{parentOf(file.path)}</bdi>
            </span>
          </span>
        </span>
      ),
    },
    {
      header: "Size",
      sorts: ["size-asc", "size-desc"],
      isLabelled: true,
      className: `${dense} whitespace-nowrap tabular-nums @table:w-24`,
      cell: ({ fileSize }) => formatBytes(fileSize),
    },
    {
      header: "Uploaded By",
      sorts: ["uploader-asc", "uploader-desc"],
      isLabelled: true,
      className: `${dense} @table:w-[16%]`,
      cell: (file) =>
        file.uploadedBy ? (
          <bdi title={file.uploadedBy.email} className="wrap-anywhere line-clamp-2">
            {file.uploadedBy.fullName}
          </bdi>
        ) : (
          <span className="text-ink-muted">Unknown</span>
        ),
    },
    {
      header: "Project",
      sorts: ["project-asc", "project-desc"],
      isLabelled: true,
      className: `${dense} @table:w-[17%]`,
      cell: (file) =>
        file.projectName === null ? (
          <span className="text-ink-muted">No project</span>
        ) : (
          <bdi className="wrap-anywhere line-clamp-2">{file.projectName}</bdi>
        ),
    },
    {
      header: "Upload Date",
      sorts: ["date-oldest", "date-newest"],
      isLabelled: true,
      className: `${dense} whitespace-nowrap tabular-nums @table:w-30 @wide:w-33`,
      cell: ({ uploadDate }) => <DateText value={uploadDate} />,
    },
    {
      header: "Actions",
      className: `${dense} @max-table:col-span-2 @table:w-34 @table:text-right`,
      cell: (file) => (
        <div className="flex justify-end gap-2">
          <RowButton icon={Eye} label="Preview" about={nameOfFile(file)} isCompact onClick={() => onPreview(file)} />
          <RowButton icon={Download} label="Download" about={nameOfFile(file)} isCompact onClick={() => onDownload(file)} />
          <RowButton icon={Trash2} label="Delete" about={nameOfFile(file)} isCompact onClick={() => onDelete(file)} />
        </div>
      ),
    },
  ];
}
