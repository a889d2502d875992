import { RefreshCw, Send } from "lucide-react";
import { useId } from "react";
import { classNames } from "@/components/ui/class-names";
import { type UploadWay, uploadWays } from "../source/zip/upload-method";

interface WayChoiceProps {
  way: UploadWay;
  /** While a file is on its way, it cannot take another. */
  isSettled: boolean;
  onChoose: (way: UploadWay) => void;
}

const cards = [
  { way: "direct", icon: Send, facts: "In one request, which starts over when it is interrupted." },
  { way: "tus", icon: RefreshCw, facts: "It can be paused, and outlasts lost connections and a closed browser." },
] as const;

/** The two ways to upload a ZIP. */
export function WayChoice({ way, isSettled, onChoose }: WayChoiceProps) {
  const name = useId();
  return (
    <fieldset disabled={isSettled} className={classNames("grid min-w-0 gap-3 sm:grid-cols-[2fr_3fr]", isSettled && "max-sm:hidden")}>
      <legend className="sr-only">How to upload</legend>
      {cards.map(({ way: value, icon: Icon, facts }) => (
        <label
          key={value}
          className={classNames(
            "relative grid grid-cols-[auto_1fr] content-start gap-x-3 rounded-lg border bg-raised px-4 py-3 shadow-low transition-colors",
            "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
            "has-checked:border-accent has-checked:bg-accent-soft",
            isSettled ? "cursor-not-allowed opacity-60 shadow-none has-checked:opacity-100" : "cursor-pointer hover:border-accent",
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={way === value}
            aria-describedby={`${name}-${value}`}
            onChange={() => onChoose(value)}
            // Over the whole card, so that whoever explores the screen by touch finds it there.
            className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
          />
          <Icon aria-hidden className={classNames("mt-1 size-4 text-ink-muted", way === value && "text-accent-ink")} />
          <span className="grid gap-0.5">
            <span className="font-medium">
              {uploadWays[value].name} <span className="font-normal text-ink-muted">{uploadWays[value].advice}</span>
            </span>
            <span id={`${name}-${value}`} className="text-ink-muted text-sm">
              {facts}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
