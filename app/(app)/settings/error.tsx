"use client";

import { FailurePanel } from "@/components/shared/failure-panel";

export default function SettingsError({ error, retry }: { error: Error; retry: () => void }) {
  return <FailurePanel error={error} message="Error loading user data" onRetry={retry} />;
}
