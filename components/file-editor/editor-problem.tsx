import { Download, Eye, FileWarning, FileX2, type LucideIcon } from "lucide-react";
import { fileFailure } from "@/components/files/manager/actions/file-failure";
import { previewKind } from "@/components/files/preview/preview-kind";
import { EmptyState } from "@/components/shared/empty-state";
import { formatBytes } from "@/components/shared/format-bytes";
import { isSignedOut, retryOf } from "@/components/shared/load-error";
import { Button } from "@/components/ui/button";
import { EDITABLE_BYTES, type FileItem } from "@/lib/files/schema";
import type { ContentState } from "./use-file-content";

interface EditorProblemProps {
  item: FileItem;
  state: Exclude<ContentState, { kind: "loading" | "ready" }>;
  onRetry: () => void;
  onDownload: () => void;
  onPreview?: () => void;
}

interface Words {
  icon: LucideIcon;
  title: string;
  text: string;
}

function wordsFor(kind: "too-large" | "binary", { name, size }: FileItem): Words {
  if (kind === "binary")
    return {
      icon: FileX2,
      title: "This is not a text file",
      text: `${name} is made of bytes that are no text. Saved as text it would be broken.`,
    };
  const limit = formatBytes(EDITABLE_BYTES);
  const length = size > EDITABLE_BYTES ? `${name} has ${formatBytes(size)}` : `${name} has more than that`;
  return { icon: FileWarning, title: "This file is too large to edit", text: `Files of up to ${limit} can be edited here; ${length}.` };
}

/** The beginning of a text that is too long can be seen; what is no text is none in the preview either. */
function canBePreviewed(name: string, kind: "too-large" | "binary"): boolean {
  const shown = previewKind(name);
  return shown !== null && (kind === "too-large" || (shown !== "text" && shown !== "map"));
}

/** Why there is nothing to edit, and what can be done instead. */
export function EditorProblem({ item, state, onRetry, onDownload, onPreview }: EditorProblemProps) {
  const download = (
    <Button key="download" variant="secondary" onClick={onDownload}>
      <Download aria-hidden />
      Download
    </Button>
  );
  if (state.kind === "failed") {
    return (
      <EmptyState
        icon={FileWarning}
        tone="error"
        title={fileFailure(state.error, "Failed to load file content", "Error loading file content")}
        className="h-full"
        action={
          <Button variant="secondary" onClick={retryOf(state.error, onRetry)}>
            {isSignedOut(state.error) ? "Log In" : "Retry"}
          </Button>
        }
      />
    );
  }
  const { icon, title, text } = wordsFor(state.kind, item);
  const preview =
    onPreview && canBePreviewed(item.name, state.kind) ? (
      <Button key="preview" variant="secondary" onClick={onPreview}>
        <Eye aria-hidden />
        Preview
      </Button>
    ) : null;
  return (
    <EmptyState
      icon={icon}
      title={title}
      className="h-full"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {preview}
          {download}
        </div>
      }
    >
      {text}
    </EmptyState>
  );
}
