"use client";

import { NOTICE_MS } from "@/components/shared/notice-times";
import { useDismissTimer } from "@/components/shared/use-dismiss-timer";
import { Notice } from "@/components/ui/notice";

/** What went wrong, within a dialog: the banner over the page is out of reach from there. */
export function FailureNotice({ message, onDismiss }: { message: string; onDismiss: () => void }) {
  const element = useDismissTimer(NOTICE_MS, onDismiss);
  return (
    <div ref={element}>
      <Notice tone="error">{message}</Notice>
    </div>
  );
}
