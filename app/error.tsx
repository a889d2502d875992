"use client";

import { CloudOff } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";

export default function PageError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  const tryAgain = <Button onClick={retry}>Try Again</Button>;
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState icon={CloudOff} tone="error" title="Server error. Please try again later." action={tryAgain}>
        {error.digest ? `Reference: ${error.digest}` : null}
      </EmptyState>
    </main>
  );
}
