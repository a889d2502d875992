import type { LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

interface RowButtonProps {
  icon: LucideIcon;
  label: string;
  about: string;
  isCompact?: boolean | "in-table";
  unavailable?: string | undefined;
  /** Makes a click anywhere on the row press this button. */
  coversRow?: boolean;
  onClick: () => void;
}

const sizes = {
  always: undefined,
  "in-table": "@table:size-8 @table:px-0",
  between: "@table:px-2.5 @table:@max-wide:size-8 @table:@max-wide:px-0",
} as const;
const labels = { always: "sr-only", "in-table": "@table:sr-only", between: "@table:@max-wide:sr-only" } as const;

export function RowButton({ icon: Icon, label, about, isCompact = false, unavailable, coversRow, onClick }: RowButtonProps) {
  const iconAlone = isCompact === true ? "always" : isCompact || "between";
  return (
    <Button
      variant="secondary"
      size={iconAlone === "always" ? "small-icon" : "small"}
      title={unavailable ?? label}
      disabled={unavailable !== undefined}
      aria-label={`${label} ${about}`}
      onClick={onClick}
      className={cn(sizes[iconAlone], coversRow ? "after:absolute after:inset-0" : "relative z-1")}
    >
      <Icon aria-hidden />
      <span className={labels[iconAlone]}>{label}</span>
    </Button>
  );
}
