import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "./empty-state";
import { TableSkeleton } from "./list/table-skeleton";
import { loadErrorMessage, retryLabel } from "./load-error";

interface ListPlaceholderProps {
  /** False until a first page is here. */
  isLoaded: boolean;
  loadingLabel: string;
  error: unknown;
  /** What is said of an error that does not speak for itself. */
  errorMessage: string;
  /** Makes the message of the error and `errorMessage`. */
  messageOf?: (error: unknown, otherwise: string) => string;
  onRetry: () => void;
  /** An EmptyState: why the list has no rows. */
  children: ReactNode;
}

/** Stands where a table would: it is on its way, did not come, or has no rows. */
export function ListPlaceholder({
  isLoaded,
  loadingLabel,
  error,
  errorMessage,
  messageOf = loadErrorMessage,
  onRetry,
  children,
}: ListPlaceholderProps) {
  if (isLoaded) return <Card>{children}</Card>;
  if (!error) return <TableSkeleton label={loadingLabel} />;
  const retry = (
    <Button variant="secondary" onClick={onRetry}>
      {retryLabel(error)}
    </Button>
  );
  return (
    <Card>
      <EmptyState icon={CloudOff} tone="error" title={messageOf(error, errorMessage)} action={retry} />
    </Card>
  );
}
