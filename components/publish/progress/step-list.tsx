import { Check } from "lucide-react";
import { cn } from "@/components/ui/cn";

interface StepListProps {
  steps: readonly string[];
  /** Index of the current step, or the number of steps when all are done. */
  current: number;
}

export function StepList({ steps, current }: StepListProps) {
  return (
    <ol className="flex min-w-0 items-center gap-1.5 text-sm sm:gap-3">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? "step" : undefined}
          className="flex min-w-0 flex-1 items-center gap-1.5 last:flex-initial sm:gap-3"
        >
          <span
            aria-hidden
            className={cn(
              "grid size-6 shrink-0 place-items-center rounded-full border border-line-strong text-ink-muted text-xs tabular-nums transition-colors",
              index === current && "border-accent text-accent-ink ring-3 ring-accent/20",
              index < current && "border-accent bg-accent text-on-accent",
            )}
          >
            {index < current ? <Check className="size-3.5" /> : index + 1}
          </span>
          <span
            className={cn("min-w-0 truncate", index > current && "text-ink-muted", index === current ? "font-medium" : "max-sm:sr-only")}
          >
            {step}
            {index < current ? <span className="sr-only"> (done)</span> : null}
          </span>
          {index < steps.length - 1 ? (
            <span aria-hidden className={cn("h-px flex-1 sm:min-w-3 bg-line-strong transition-colors", index < current && "bg-accent")} />
          ) : null}
        </li>
      ))}
    </ol>
  );
}
