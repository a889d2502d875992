"use client";

import { ScreenError } from "@/components/shared/screen-error";

export default function SettingsError({ retry }: { retry: () => void }) {
  return <ScreenError title="Error loading user data" retryLabel="Retry" onRetry={retry} />;
}
