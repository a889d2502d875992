import { fileFailure } from "@/components/files/manager/actions/file-failure";
import { NoPreview } from "@/components/files/preview/no-preview";
import { isSignedOut, retryOf } from "@/components/shared/load-error";
import { RequestError } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";

export function TextLoading() {
  return (
    <div className="grid size-full animate-late place-items-center">
      <Spinner label="Loading..." className="size-5 text-ink-muted" />
    </div>
  );
}

/** Says why there is no text to see. */
export function TextFailure({ name, error, onRetry }: { name: string; error: unknown; onRetry: () => void }) {
  if (error instanceof RequestError && error.status === 415)
    return <NoPreview name={name}>This is not a text, whatever its name says.</NoPreview>;
  return (
    <NoPreview
      name={name}
      isFailure
      action={
        <Button variant="secondary" onClick={retryOf(error, onRetry)}>
          {isSignedOut(error) ? "Log In" : "Retry"}
        </Button>
      }
    >
      {fileFailure(error, "Failed to load file content", "Error loading file content")}
    </NoPreview>
  );
}
