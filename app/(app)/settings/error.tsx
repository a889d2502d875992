"use client";

import { CloudOff } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

/** The settings could not be made (spec 000 §8). The menu stays, so that there is a way on. */
export default function SettingsError({ retry }: { retry: () => void }) {
  const action = (
    <Button variant="secondary" onClick={retry}>
      Retry
    </Button>
  );
  return (
    <Card>
      <EmptyState icon={CloudOff} tone="error" title="Error loading user data" action={action} />
    </Card>
  );
}
