"use client";

import { NOTICE_MS } from "@/components/shared/notices/banner-provider";
import { useDismissTimer } from "@/components/shared/notices/use-dismiss-timer";
import { Notice } from "@/components/ui/notice";

/** Shows why a form failed. @param onDismiss called after 5 seconds; must be stable */
export function FormNotice({ children, onDismiss }: { children: string; onDismiss: () => void }) {
  const element = useDismissTimer(NOTICE_MS, onDismiss);
  return (
    <div ref={element}>
      <Notice tone="error">{children}</Notice>
    </div>
  );
}
