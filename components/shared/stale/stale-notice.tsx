import { useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { retryOf } from "../load-error";
import { isSignedOut } from "../request-json";
import { formatMoment } from "../time/format-date";

/** Says since when the data on the screen is old. @param updatedAt milliseconds since 1970; null when it is unknown */
export function staleText(updatedAt: number | null): string {
  return updatedAt === null ? "Not updated." : `Not updated since ${formatMoment(updatedAt, Date.now())}.`;
}

interface StaleNoticeProps {
  error: unknown;
  updatedAt: number | null;
  onRetry: () => Promise<unknown>;
}

/** Reports above loaded data that it could not be refreshed, with a button that tries again. */
export function StaleNotice({ error, updatedAt, onRetry }: StaleNoticeProps) {
  const [isBusy, startRetry] = useTransition();
  const retry = () =>
    startRetry(async () => {
      await onRetry();
    });
  return (
    <Notice
      tone="warning"
      actions={
        <Button variant="secondary" size="small" busy={isBusy} onClick={retryOf(error, retry)}>
          {isSignedOut(error) ? "Log In" : "Try Again"}
        </Button>
      }
    >
      {staleText(updatedAt)}
    </Notice>
  );
}
