import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "./empty-state";

interface ScreenErrorProps {
  title: string;
  retryLabel: string;
  onRetry: () => void;
  children?: ReactNode;
}

export function ScreenError({ title, retryLabel, onRetry, children }: ScreenErrorProps) {
  const retry = (
    <Button variant="secondary" onClick={onRetry}>
      {retryLabel}
    </Button>
  );
  return (
    <Card>
      <EmptyState icon={CloudOff} tone="error" title={title} action={retry}>
        {children}
      </EmptyState>
    </Card>
  );
}
