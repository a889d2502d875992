import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";

interface ChoiceCardProps {
  /** Of the group of radio buttons. */
  name: string;
  icon: LucideIcon;
  title: ReactNode;
  isChosen: boolean;
  isDisabled: boolean;
  onChoose: () => void;
  /** What the choice means. */
  children: ReactNode;
}

/** A radio button that looks like a card. */
export function ChoiceCard({ name, icon: Icon, title, isChosen, isDisabled, onChoose, children }: ChoiceCardProps) {
  const id = useId();
  return (
    <label
      className={cn(
        "relative grid grid-cols-[auto_1fr] content-start gap-x-3 rounded-lg border bg-raised px-4 py-3 shadow-low transition-colors",
        "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
        "has-checked:border-accent has-checked:bg-accent-soft",
        isDisabled ? "cursor-not-allowed opacity-60 shadow-none has-checked:opacity-100" : "cursor-pointer hover:border-accent",
      )}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        disabled={isDisabled}
        aria-describedby={id}
        onChange={onChoose}
        // Covers the card, so that touch exploration with a screen reader finds it.
        className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
      />
      <Icon aria-hidden className={cn("mt-1 size-4 text-ink-muted", isChosen && "text-accent-ink")} />
      <span className="grid gap-0.5">
        <span className="font-medium">{title}</span>
        <span id={id} className="text-ink-muted text-sm">
          {children}
        </span>
      </span>
    </label>
  );
}
