import { CloudOff, RotateCw } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { isSignedOut } from "@/components/shared/load-error";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { assignedErrorMessage } from "./assigned-error";

interface AssignedFailureProps {
  error: unknown;
  /** The rows of before still stand below. */
  hasRows: boolean;
  isBusy: boolean;
  onRetry: () => void;
}

/** Says that the list did not load: in its place, or above the rows that are here already. */
export function AssignedFailure({ error, hasRows, isBusy, onRetry }: AssignedFailureProps) {
  const title = "Unable to Load Projects";
  const message = assignedErrorMessage(error);
  const retry = (
    <Button variant="secondary" size={hasRows ? "small" : "medium"} busy={isBusy} onClick={onRetry}>
      {isBusy || isSignedOut(error) ? null : <RotateCw aria-hidden />}
      {isSignedOut(error) ? "Log In" : "Try Again"}
    </Button>
  );
  if (!hasRows) {
    return (
      <Card>
        <EmptyState icon={CloudOff} tone="error" title={title} action={retry}>
          {message}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Notice tone="error" actions={retry}>
      <p className="font-medium">{title}</p>
      <p>{message}</p>
    </Notice>
  );
}
