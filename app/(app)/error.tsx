"use client";

import { ScreenError } from "@/components/shared/screen-error";

export default function AppError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <ScreenError title="Server error. Please try again later." retryLabel="Try Again" onRetry={retry}>
      {error.digest ? `Reference: ${error.digest}` : null}
    </ScreenError>
  );
}
