"use client";

import { CloudOff } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

/** A screen that could not be made. The menu stays, so that there is a way on. */
export default function ScreenError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={CloudOff}
        tone="error"
        title="Server error. Please try again later."
        action={
          <Button variant="secondary" onClick={retry}>
            Try Again
          </Button>
        }
      >
        {error.digest ? `Reference: ${error.digest}` : null}
      </EmptyState>
    </Card>
  );
}
