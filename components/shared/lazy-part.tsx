"use client";

import dynamic from "next/dynamic";
import { type ComponentType, Suspense, useEffect, useEffectEvent } from "react";
import { Spinner } from "@/components/ui/spinner";
import { FailurePanel } from "./failure-panel";
import { UNDO_NOTICE_MS, useBanner } from "./notices/banner";
import { useHydrated } from "./time/use-hydrated";

const MISSING = "This part of the page did not load.";
const ADVICE = "Check your connection, then reload the page.";
export const NOT_LOADED = `${MISSING} ${ADVICE}`;
const reload = () => window.location.reload();

const loaders: (() => Promise<unknown>)[] = [];

/** Loads the code when the user points at a control or focuses one, so that it is there when the user clicks. */
function followIntent({ target }: Event): void {
  if (!(target instanceof Element && target.closest("button, a, [role=combobox]"))) return;
  // Reported when the code is needed.
  for (const load of loaders) load().catch(() => undefined);
}

if (typeof document !== "undefined") for (const type of ["pointerover", "focusin"]) document.addEventListener(type, followIntent);

/**
 * Returns a component whose code loads by `next/dynamic` when it is shown, or shortly before. When that fails, for example because the
 * server was upgraded, what can be closed closes with a banner, and another part of the page shows a message.
 * @param Loading stands for the component until its code is there
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Loading: ComponentType<Props> = Waiting,
): ComponentType<Props> {
  loaders.push(load);
  const Part = dynamic(() => load().catch((): ComponentType<Props> => MissingPart));
  return (props) => {
    const loading = <Loading {...props} />;
    const isHydrated = useHydrated();
    if (!isHydrated) return loading;
    return (
      <Suspense fallback={loading}>
        <Part {...props} />
      </Suspense>
    );
  };
}

function Waiting() {
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid animate-late place-items-center">
      <Spinner label="Loading..." className="size-6 text-accent" />
    </div>
  );
}

/** Stands for code that can't be loaded. The props are those of what the user closes, as far as the part has them. */
function MissingPart({ onClose, onCancel = onClose }: { onClose?: () => void; onCancel?: () => void }) {
  if (onCancel) return <MissingDialog onClose={onCancel} />;
  return <FailurePanel error={null} title={MISSING} message={ADVICE} onRetry={reload} />;
}

function MissingDialog({ onClose }: { onClose: () => void }) {
  const { showBanner } = useBanner();
  const close = useEffectEvent(() => {
    showBanner({ tone: "error", message: NOT_LOADED, action: { label: "Reload", run: reload }, timeout: UNDO_NOTICE_MS });
    onClose();
  });
  useEffect(() => close(), []);
  return null;
}
