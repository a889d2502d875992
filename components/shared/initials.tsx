import { classNames } from "@/components/ui/class-names";
import { initialsOf } from "./initials-of";

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
