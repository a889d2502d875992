import { classNames } from "@/components/ui/class-names";

/** First letters of the first and last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return (
    ends
      .map((word) => Array.from(word ?? "")[0] ?? "")
      .join("")
      .toUpperCase() || "?"
  );
}

/** Stands for a person; the name itself stands beside it. */
export function Initials({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "grid size-8 shrink-0 select-none place-items-center rounded-full bg-accent-soft font-semibold text-accent-ink text-xs",
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
