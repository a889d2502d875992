import { ChevronDown, CircleAlert, X } from "lucide-react";
import Link from "next/link";
import { useId, useState } from "react";
import { useBanner } from "@/components/shared/notices/banner";
import { serverMessage } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { keepFocus } from "./tray-row";
import { type FailedWork, failuresTitle } from "./use-tray";

interface FailuresProps {
  failed: readonly FailedWork[];
  onDismiss: (failed: readonly FailedWork[]) => Promise<void>;
}

/** One line that opens the list of failed uploads and imports. */
export function Failures({ failed, onDismiss }: FailuresProps) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { showBanner } = useBanner();
  const list = useId();
  if (failed.length === 0) return null;

  async function dismiss(dismissed: readonly FailedWork[]): Promise<void> {
    setBusy(true);
    try {
      await onDismiss(dismissed);
      keepFocus();
    } catch (error) {
      showBanner({ tone: "error", message: serverMessage(error, "The notice could not be dismissed.") });
    }
    setBusy(false);
  }

  return (
    <li className="bg-danger-soft text-danger-ink">
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={() => setOpen(!isOpen)}
          className="mr-auto flex min-h-8 items-center gap-2 rounded font-medium pointer-coarse:min-h-10"
        >
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          {failuresTitle(failed)}
          <ChevronDown aria-hidden className={cn("size-4 transition-transform", isOpen && "rotate-180")} />
        </button>
        <Button variant="ghost" size="small" className="text-current" busy={isBusy} onClick={() => void dismiss(failed)}>
          Dismiss all
        </Button>
      </div>
      <ul id={list} hidden={!isOpen} className="divide-y divide-danger-line border-danger-line border-t">
        {failed.map((one) => (
          <li key={one.id} className="flex items-start gap-2 px-4 py-2">
            <div className="wrap-anywhere min-w-0 flex-1">
              <p className="font-medium">
                <bdi>{one.title}</bdi>
                {one.outcome}
              </p>
              <p>{one.reason}</p>
              {one.href === null ? null : (
                <Link href={one.href} className="underline underline-offset-4">
                  Show upload
                </Link>
              )}
            </div>
            <Button
              variant="ghost"
              size="small-icon"
              className="-my-1 text-current"
              aria-label={`Dismiss ${one.title}`}
              onClick={() => void dismiss([one])}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </li>
  );
}
