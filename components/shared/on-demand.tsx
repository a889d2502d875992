"use client";

import { type ComponentType, createElement, type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { Spinner } from "@/components/ui/spinner";
import { FailurePanel } from "./failure-panel";
import { UNDO_NOTICE_MS, useBanner } from "./notices/banner";

const MISSING = "This part of the page did not load.";
const ADVICE = "Check your connection, then reload the page.";
export const NOT_LOADED = `${MISSING} ${ADVICE}`;
const reload = () => window.location.reload();

/** Load the code that the page may need. */
const preloads: (() => Promise<unknown>)[] = [];

/** Loads it when the user points at a control or focuses one, so that it is there when the user clicks. */
function followIntent({ target }: Event): void {
  if (!(target instanceof Element && target.closest("button, a, [role=combobox]"))) return;
  // Reported when the code is needed.
  for (const preload of preloads) preload().catch(() => undefined);
}

if (typeof document !== "undefined") for (const type of ["pointerover", "focusin"]) document.addEventListener(type, followIntent);

/** Props of what the user opens and closes, as far as a component has them. */
interface DialogProps {
  isOpen?: boolean;
  onClose?: () => void;
  onCancel?: () => void;
}

/**
 * Returns a component whose code loads when it is shown, or shortly before. When that fails, for example because the server was upgraded,
 * what can be closed closes with a banner, and another part of the page shows a message.
 * @param waiting stands for the component until its code is there
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: (props: Props) => ReactNode = Waiting,
): ComponentType<Props> {
  let code: ComponentType<Props> | null = null;
  let loading: Promise<unknown> | null = null;
  const listeners = new Set<() => void>();
  const preload = () => {
    loading ??= load().then(
      (loaded) => {
        code = loaded;
        for (const listener of listeners) listener();
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  preloads.push(preload);

  return (props) => {
    const loaded = useSyncExternalStore(
      subscribe,
      () => code,
      () => null,
    );
    const [hasFailed, setFailed] = useState(false);
    const { isOpen = true, onClose, onCancel = onClose }: DialogProps = props;
    useEffect(() => {
      setFailed(false);
      if (isOpen) preload().catch(() => setFailed(true));
    }, [isOpen]);
    if (loaded) return createElement(loaded, props);
    if (!isOpen) return null;
    if (!hasFailed) return waiting(props);
    if (onCancel) return <MissingDialog onClose={onCancel} />;
    return <FailurePanel error={null} title={MISSING} message={ADVICE} onRetry={reload} />;
  };
}

function Waiting() {
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid animate-late place-items-center">
      <Spinner label="Loading..." className="size-6 text-accent" />
    </div>
  );
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
