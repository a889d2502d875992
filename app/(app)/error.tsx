"use client";

import { FailurePanel } from "@/components/shared/failure-panel";

export default function AppError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <FailurePanel
      error={error}
      title="Server error. Please try again later."
      message={error.digest ? `Reference: ${error.digest}` : ""}
      retryLabel="Try Again"
      onRetry={retry}
    />
  );
}
