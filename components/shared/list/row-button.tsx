import type { LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";

interface RowButtonProps {
  icon: LucideIcon;
  label: string;
  /** What the row is about, for who hears the button alone. */
  about: string;
  /** Shows the icon alone: at any width, or unless the row is a card. */
  isCompact?: boolean | "in-table";
  /** Why it cannot be pressed; it can unless this is given. */
  unavailable?: string | undefined;
  onClick: () => void;
}

const sizes = {
  always: undefined,
  "in-table": "md:size-8 md:px-0",
  between: "md:px-2.5 md:max-xl:size-8 md:max-xl:px-0",
} as const;
const labels = { always: "sr-only", "in-table": "md:sr-only", between: "md:max-xl:sr-only" } as const;

/** A button in a row of a table. Between phones, where a row is a card, and wide screens there is room for the icon alone. */
export function RowButton({ icon: Icon, label, about, isCompact = false, unavailable, onClick }: RowButtonProps) {
  const iconAlone = isCompact === true ? "always" : isCompact || "between";
  return (
    <Button
      variant="secondary"
      size={iconAlone === "always" ? "small-icon" : "small"}
      title={unavailable ?? label}
      disabled={unavailable !== undefined}
      aria-label={`${label} ${about}`}
      onClick={onClick}
      className={sizes[iconAlone]}
    >
      <Icon aria-hidden />
      <span className={labels[iconAlone]}>{label}</span>
    </Button>
  );
}
