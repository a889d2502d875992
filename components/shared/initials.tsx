import { cn } from "@/components/ui/cn";

/** Patterns in order of preference: words, words in brackets or quotes, numbers. */
const firstSigns = [/^\p{L}\p{M}*/u, /\p{L}\p{M}*/u, /\p{N}/u];

/** Returns the first letters of the first and last word in upper case, or "?" for a name without letters and numbers. */
export function initialsOf(name: string): string {
  const words = name.normalize("NFC").split(/\s+/u);
  for (const sign of firstSigns) {
    const signs = words.flatMap((word) => sign.exec(word)?.[0] ?? []);
    const [first, ...others] = signs;
    if (first) return `${first}${others.at(-1) ?? ""}`.toUpperCase();
  }
  return "?";
}

export function Initials({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-8 shrink-0 select-none place-items-center rounded-full bg-accent-soft font-semibold text-accent-ink text-xs",
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
