import { retryLabel, retryOf } from "@/components/shared/load-error";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";

export function Loading({ className }: { className?: string }) {
  return (
    <div className={cn("grid size-full animate-late place-items-center", className)}>
      <Spinner label="Loading..." className="size-5 text-ink-muted" />
    </div>
  );
}

interface RetryButtonProps {
  error: unknown;
  onRetry: () => void;
  size?: "small";
}

export function RetryButton({ error, onRetry, size }: RetryButtonProps) {
  return (
    <Button variant="secondary" size={size} onClick={retryOf(error, onRetry)}>
      {retryLabel(error)}
    </Button>
  );
}
