import type { LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";

interface RowButtonProps {
  icon: LucideIcon;
  label: string;
  /** What the row is about, for who hears the button alone. */
  about: string;
  /** Shows the icon alone, at any width. */
  isCompact?: boolean;
  /** Why it cannot be pressed; it can unless this is given. */
  unavailable?: string | undefined;
  onClick: () => void;
}

/** A button in a row of a table. Between phones, where a row is a card, and wide screens there is room for the icon alone. */
export function RowButton({ icon: Icon, label, about, isCompact = false, unavailable, onClick }: RowButtonProps) {
  return (
    <Button
      variant="secondary"
      size={isCompact ? "small-icon" : "small"}
      title={unavailable ?? label}
      disabled={unavailable !== undefined}
      aria-label={`${label} ${about}`}
      onClick={onClick}
      className={isCompact ? undefined : "md:px-2.5 md:max-xl:size-8 md:max-xl:px-0"}
    >
      <Icon aria-hidden />
      <span className={isCompact ? "sr-only" : "md:max-xl:sr-only"}>{label}</span>
    </Button>
  );
}
