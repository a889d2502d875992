import { Check } from "lucide-react";
import { memo } from "react";
import { classNames } from "@/components/ui/class-names";

interface ChecklistOptionProps {
  id: string;
  name: string;
  /** From 0. */
  index: number;
  count: number;
  isChosen: boolean;
  /** The keyboard is on it. */
  isActive: boolean;
  /** Distance in px from the top of the list. */
  start: number;
  /** Takes the element to measure it. */
  measure: (element: HTMLElement | null) => void;
  onPress: (index: number) => void;
}

/** A row of the checklist. Scrolling draws only those anew that come into sight. */
export const ChecklistOption = memo(function ChecklistOption({
  id,
  name,
  index,
  count,
  isChosen,
  isActive,
  start,
  measure,
  onPress,
}: ChecklistOptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the list box, also when this row is drawn no more
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box takes the keys for the row that they are on
    <div
      ref={measure}
      id={id}
      data-index={index}
      role="option"
      aria-selected={isChosen}
      aria-setsize={count}
      aria-posinset={index + 1}
      onClick={() => onPress(index)}
      className={classNames(
        "absolute inset-x-0 top-0 flex min-h-9 cursor-pointer select-none items-start gap-2.5 px-3 py-2 pointer-coarse:min-h-11 pointer-coarse:py-3 hover:bg-surface",
        isActive && "group-focus-visible:bg-accent-soft",
      )}
      style={{ transform: `translateY(${start}px)` }}
    >
      <span
        aria-hidden
        className={classNames(
          "mt-0.5 grid size-4 shrink-0 place-items-center rounded-sm border",
          isChosen ? "border-accent bg-accent text-on-accent" : "border-line-strong bg-raised",
        )}
      >
        {isChosen ? <Check className="size-3" strokeWidth={3} /> : null}
      </span>
      <bdi className="wrap-anywhere min-w-0">{name}</bdi>
    </div>
  );
});
