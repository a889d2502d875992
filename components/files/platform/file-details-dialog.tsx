"use client";

import { Download, Trash2 } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { loadContent } from "@/components/file-editor/file-content-calls";
import { typeNames } from "@/components/file-management/file-texts";
import { downloadAddress } from "@/components/file-preview/file-address";
import { PreviewContent } from "@/components/file-preview/preview-content";
import type { PreviewSource } from "@/components/file-preview/preview-source";
import { formatBytes } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { type PlatformFile, typeOfFile } from "@/lib/files/platform/schema";
import { nameOfFile } from "./file-columns";

interface FileDetailsDialogProps {
  file: PlatformFile;
  onDownload: () => void;
  onDelete: () => void;
  onClose: () => void;
}

const dateFormat = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-muted text-sm">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** What a file looks like, and what is known of it (spec 000 §2). */
export function FileDetailsDialog({ file, onDownload, onDelete, onClose }: FileDetailsDialogProps) {
  const { _id, safeName, path, fileSize, uploadedBy, uploadDate, projectName } = file;
  const name = nameOfFile(file);
  const source = useMemo<PreviewSource>(
    () => ({
      // Another file of the same path would be shown as the browser has kept this one.
      url: `${downloadAddress(safeName, [path], true)}&v=${_id}`,
      name,
      size: fileSize,
      text: async () => (await loadContent(safeName, path)).content,
    }),
    [_id, safeName, path, name, fileSize],
  );
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent className="h-[92dvh] sm:h-[86dvh] sm:max-w-4xl">
        <DialogHeader>
          <DialogTitle>
            <bdi>{name}</bdi>
          </DialogTitle>
          <DialogDescription className="wrap-anywhere line-clamp-2 text-sm">
            <bdi>{projectName ?? "Shared assets"}</bdi> / <bdi>{path}</bdi>
          </DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-4">
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
            <Fact term="Name">
              <bdi title={name} className="line-clamp-2">
                {name}
              </bdi>
            </Fact>
            <Fact term="Size">{formatBytes(fileSize)}</Fact>
            <Fact term="Type">{typeNames[typeOfFile(name)]}</Fact>
            <Fact term="Uploaded By">
              <bdi>{uploadedBy?.fullName ?? "Unknown"}</bdi>
              {uploadedBy ? <span className="block text-ink-muted text-sm">{uploadedBy.email}</span> : null}
            </Fact>
            <Fact term="Project">
              <bdi>{projectName ?? "No project"}</bdi>
            </Fact>
            <Fact term="Upload Date">
              <time dateTime={uploadDate}>{dateFormat.format(new Date(uploadDate))}</time>
            </Fact>
          </dl>
          <div className="min-h-64 flex-1 overflow-hidden rounded-lg border bg-canvas">
            <PreviewContent source={source} />
          </div>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onDelete}>
            <Trash2 aria-hidden />
            Delete
          </Button>
          <Button onClick={onDownload}>
            <Download aria-hidden />
            Download
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
