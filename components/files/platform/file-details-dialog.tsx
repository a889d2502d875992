"use client";

import { Download, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { formatBytes } from "@/components/shared/format-bytes";
import { formatModified } from "@/components/shared/time/format-date";
import { IconButton } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import type { PlatformFile } from "@/lib/files/platform/schema";
import { FileDialog } from "../file-dialog";
import { PreviewContent } from "../preview/preview-content";
import { previewSource } from "../preview/preview-kind";
import { nameOfFile, typeLabel } from "./file-columns";

interface FileDetailsDialogProps {
  file: PlatformFile;
  onDownload: () => void;
  onDelete: () => void;
  onClose: () => void;
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-muted text-sm">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

export function FileDetailsDialog({ file, onDownload, onDelete, onClose }: FileDetailsDialogProps) {
  const { _id, safeName, path, fileSize, uploadedBy, uploadDate, projectName } = file;
  const name = nameOfFile(file);
  return (
    <FileDialog
      name={name}
      description={
        <>
          <bdi>{projectName ?? "Shared assets"}</bdi> / <bdi>{path}</bdi>
        </>
      }
      className="sm:h-[86dvh] sm:max-w-4xl"
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-4">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
          <Fact term="Name">
            <bdi title={name} className="line-clamp-2">
              {name}
            </bdi>
          </Fact>
          <Fact term="Size">{formatBytes(fileSize)}</Fact>
          <Fact term="Type">{typeLabel(name)}</Fact>
          <Fact term="Uploaded By">
            <bdi>{uploadedBy?.fullName ?? "Unknown"}</bdi>
            {uploadedBy ? <span className="block text-ink-muted text-sm">{uploadedBy.email}</span> : null}
          </Fact>
          <Fact term="Project">
            <bdi>{projectName ?? "No project"}</bdi>
          </Fact>
          <Fact term="Upload Date">
            <time dateTime={uploadDate}>{formatModified(uploadDate)}</time>
          </Fact>
        </dl>
        <div className="min-h-64 flex-1 overflow-hidden rounded-lg border bg-canvas">
          <PreviewContent source={previewSource(safeName, { path, name, size: fileSize }, _id)} />
        </div>
      </DialogBody>
      <DialogFooter>
        <IconButton icon={Trash2} label="Delete" variant="secondary" onClick={onDelete} />
        <IconButton icon={Download} label="Download" onClick={onDownload} />
      </DialogFooter>
    </FileDialog>
  );
}
