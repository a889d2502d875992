import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/components/ui/button";

interface StepButtonsProps {
  /** Which of the files is shown, from 0. */
  place: number;
  total: number;
  /** @param by -1 or 1 */
  onStep: (by: number) => void;
}

/** To the file before and the one behind. At an end the button stays, and with it the focus. */
export function StepButtons({ place, total, onStep }: StepButtonsProps) {
  return (
    <div className="mr-auto flex items-center gap-1">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Previous File"
        title="Previous File (←)"
        aria-disabled={place === 0 || undefined}
        onClick={() => onStep(-1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <p aria-live="polite" className="text-ink-muted text-sm tabular-nums">
        {place + 1} of {total}
      </p>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Next File"
        title="Next File (→)"
        aria-disabled={place === total - 1 || undefined}
        onClick={() => onStep(1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </div>
  );
}
