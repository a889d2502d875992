import { CloudOff } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { EmptyState } from "./empty-state";
import { retryOf } from "./load-error";
import { isSignedOut } from "./request-json";
import { staleText } from "./stale/stale-notice";

interface FailurePanelProps {
  error: unknown;
  message: string;
  title?: string;
  retryLabel?: "Retry" | "Try Again";
  isBusy?: boolean;
  onRetry: () => void;
  /** Shows a line above what has loaded before, instead of a panel. */
  isLine?: boolean;
  /** For a line: when the shown data was loaded, in milliseconds since 1970; null without any. */
  updatedAt?: number | null;
}

/** Reports a screen that failed to load, with a retry button. Without a session the button leads to the sign-in screen and back. */
export function FailurePanel({
  error,
  message,
  title,
  retryLabel = "Retry",
  isBusy,
  onRetry,
  isLine,
  updatedAt = null,
}: FailurePanelProps) {
  const retry = (
    <Button variant="secondary" size={isLine ? "small" : "medium"} busy={isBusy} onClick={retryOf(error, onRetry)}>
      {isSignedOut(error) ? "Log In" : retryLabel}
    </Button>
  );
  if (isLine) {
    return (
      <Notice tone="error" actions={retry}>
        {title ? <p className="font-medium">{title}</p> : null}
        <p>{message}</p>
        {updatedAt === null ? null : <p>{staleText(updatedAt)}</p>}
      </Notice>
    );
  }
  return (
    <Card>
      <EmptyState icon={CloudOff} tone="error" title={title ?? message} action={retry}>
        {title ? message : null}
      </EmptyState>
    </Card>
  );
}
