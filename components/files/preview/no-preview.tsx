import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { fileIcon } from "@/components/file-preview/file-icon";
import { EmptyState } from "@/components/shared/empty-state";

interface NoPreviewProps {
  name: string;
  icon?: LucideIcon;
  /** The file is not what its name says, or did not arrive. */
  isFailure?: boolean;
  action?: ReactNode;
  /** Why nothing is shown. */
  children: string;
}

/** Stands where the file would be seen. */
export function NoPreview({ name, icon, isFailure = false, action, children }: NoPreviewProps) {
  return (
    <EmptyState
      icon={icon ?? fileIcon(name)}
      tone={isFailure ? "error" : "neutral"}
      title={children}
      action={action}
      className="wrap-anywhere size-full py-8"
    >
      {name}
    </EmptyState>
  );
}
