import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { fileIcon } from "../manager/grid/item-icon";

interface NoPreviewProps {
  name: string;
  icon?: LucideIcon;
  isFailure?: boolean;
  action?: ReactNode;
  children: string;
}

export function NoPreview({ name, icon = fileIcon(name), isFailure = false, action, children }: NoPreviewProps) {
  return (
    <EmptyState
      icon={icon}
      tone={isFailure ? "error" : "neutral"}
      title={children}
      action={action}
      className="wrap-anywhere size-full py-8"
    >
      {name}
    </EmptyState>
  );
}
