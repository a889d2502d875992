import { Download, Eye, FileWarning, FileX2 } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { formatBytes } from "@/components/shared/format-bytes";
import { RequestError } from "@/components/shared/request-json";
import { IconButton } from "@/components/ui/button";
import { EDITABLE_BYTES, type FileItem } from "@/lib/files/schema";
import { RetryButton } from "../load-states";
import { fileFailure } from "../manager/actions/file-failure";
import { previewKind } from "../preview/preview-kind";

interface EditorProblemProps {
  item: FileItem;
  error: unknown;
  onRetry: () => void;
  onDownload: () => void;
  onPreview: () => void;
}

export function EditorProblem({ item: { name, size }, error, onRetry, onDownload, onPreview }: EditorProblemProps) {
  const status = error instanceof RequestError ? error.status : 0;
  const isBinary = status === 415;
  if (!isBinary && status !== 413) {
    return (
      <EmptyState
        icon={FileWarning}
        tone="error"
        title={fileFailure(error, "Failed to load file content", "Error loading file content")}
        className="h-full"
        action={<RetryButton error={error} onRetry={onRetry} />}
      />
    );
  }
  const tooLarge = size > EDITABLE_BYTES ? `${name} is ${formatBytes(size)}` : `${name} is larger`;
  const kind = previewKind(name);
  // The preview shows the start of a large text file, but can't show binary data as text.
  const canPreview = kind !== null && !(isBinary && (kind === "text" || kind === "map"));
  return (
    <EmptyState
      icon={isBinary ? FileX2 : FileWarning}
      title={isBinary ? "This isn't a text file" : "This file is too large to edit"}
      className="h-full"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {canPreview ? <IconButton icon={Eye} label="Preview" variant="secondary" onClick={onPreview} /> : null}
          <IconButton icon={Download} label="Download" variant="secondary" onClick={onDownload} />
        </div>
      }
    >
      {isBinary
        ? `${name} contains binary data. Saving it as text would damage it.`
        : `You can edit files of up to ${formatBytes(EDITABLE_BYTES)}. ${tooLarge}.`}
    </EmptyState>
  );
}
