"use client";

import { DismissableLayerBranch } from "@radix-ui/react-dismissable-layer";
import { X } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { type Banner, BannerContext, useDismissTimer } from "./banner";

const BANNER_TIMEOUT_MS = 3_000;

/** Shows one banner over the lower edge of the page, away from the buttons of headers. It stays when the screen changes. */
export function BannerProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ banner: Banner; id: number } | null>(null);
  // Dismiss by id: a banner may time out after the next one was requested, before that one is rendered.
  const dismiss = useCallback((id: number) => setShown((now) => (now?.id === id ? null : now)), []);
  const showBanner = useCallback((banner: Banner) => setShown((before) => ({ banner, id: (before?.id ?? 0) + 1 })), []);
  const banners = useMemo(() => ({ showBanner }), [showBanner]);
  return (
    <BannerContext value={banners}>
      {children}
      {/* Open dialogs hide elements without aria-live. Clicking a branch of a dialog doesn't close the dialog. */}
      <DismissableLayerBranch
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 bottom-0 z-60 flex justify-center p-3 lg:left-64"
      >
        {shown ? <ShownBanner key={shown.id} {...shown} dismiss={dismiss} /> : null}
      </DismissableLayerBranch>
    </BannerContext>
  );
}

function ShownBanner({ banner, id, dismiss }: { banner: Banner; id: number; dismiss: (id: number) => void }) {
  const { message, tone, action, timeout = BANNER_TIMEOUT_MS } = banner;
  const onDismiss = useCallback(() => dismiss(id), [dismiss, id]);
  const element = useDismissTimer(timeout, onDismiss);
  return (
    <div ref={element} className="pointer-events-auto w-full max-w-lg">
      <Notice
        tone={tone}
        className="shadow-pop"
        actions={
          <>
            {action ? (
              <Button
                variant="secondary"
                size="small"
                aria-keyshortcuts={action.keys?.replace("Ctrl", "Control")}
                onClick={() => {
                  onDismiss();
                  action.run();
                }}
              >
                {action.label}
                {action.keys ? (
                  <kbd aria-hidden className="font-normal font-sans text-ink-muted text-xs pointer-coarse:hidden">
                    {action.keys}
                  </kbd>
                ) : null}
              </Button>
            ) : null}
            <Button variant="ghost" size="small-icon" aria-label="Dismiss" onClick={onDismiss} className="-mr-2 size-7 text-current">
              <X aria-hidden />
            </Button>
          </>
        }
      >
        {message}
      </Notice>
    </div>
  );
}
