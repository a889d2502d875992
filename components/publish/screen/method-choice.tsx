import { RefreshCw, Send } from "lucide-react";
import { useId } from "react";
import { cn } from "@/components/ui/cn";
import { type UploadMethod, uploadMethods } from "../source/zip/upload-method";

interface MethodChoiceProps {
  method: UploadMethod;
  isSettled: boolean;
  onChoose: (method: UploadMethod) => void;
}

const cards = [
  { method: "direct", icon: Send, facts: "In one request, which starts over when it is interrupted." },
  { method: "tus", icon: RefreshCw, facts: "It can be paused, and outlasts lost connections and a closed browser." },
] as const;

export function MethodChoice({ method, isSettled, onChoose }: MethodChoiceProps) {
  const name = useId();
  return (
    <fieldset disabled={isSettled} className={cn("grid min-w-0 gap-3 sm:grid-cols-[2fr_3fr]", isSettled && "max-sm:hidden")}>
      <legend className="sr-only">How to upload</legend>
      {cards.map(({ method: value, icon: Icon, facts }) => (
        <label
          key={value}
          className={cn(
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
            checked={method === value}
            aria-describedby={`${name}-${value}`}
            onChange={() => onChoose(value)}
            // Covers the card, so that touch exploration with a screen reader finds it.
            className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
          />
          <Icon aria-hidden className={cn("mt-1 size-4 text-ink-muted", method === value && "text-accent-ink")} />
          <span className="grid gap-0.5">
            <span className="font-medium">
              {uploadMethods[value].name} <span className="font-normal text-ink-muted">{uploadMethods[value].advice}</span>
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
