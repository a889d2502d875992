"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useBanner } from "@/components/shared/notices/banner";
import { onDemand } from "@/components/shared/on-demand";
import type { Role } from "@/lib/accounts/sessions/schema";

const ShortcutsDialog = onDemand(() => import("./shortcuts-dialog").then((dialog) => dialog.ShortcutsDialog));

interface PaletteHostProps {
  role: Role;
  shown: ShellDialog | null;
  onShow: (dialog: ShellDialog | null) => void;
}

/** Handles the shortcuts of the shell and shows its dialogs. The code of the palette loads when it opens for the first time. */
export function PaletteHost({ role, shown, onShow }: PaletteHostProps) {
  const { showBanner } = useBanner();
  const [Palette, setPalette] = useState<typeof import("./palette").Palette | null>(null);
  const close = () => onShow(null);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const asked = shortcutOf(event);
    if (!asked && !(shown === "palette" && isPaletteKey(event))) return;
    event.preventDefault();
    if (asked === "list-search") listSearch()?.focus();
    else onShow(asked);
  });
  useEffect(() => {
    const ended = new AbortController();
    document.addEventListener("keydown", (event) => onKeyDown(event), ended);
    return () => ended.abort();
  }, []);

  const load = useEffectEvent(async () => {
    try {
      const loaded = await import("./palette");
      setPalette(() => loaded.Palette);
    } catch {
      close();
      showBanner({ tone: "error", message: "Error connecting to server" });
    }
  });
  const isWaiting = shown === "palette" && !Palette;
  useEffect(() => {
    if (isWaiting) void load();
  }, [isWaiting]);

  if (shown === "shortcuts") return <ShortcutsDialog paletteKeys={paletteKeys()} onClose={close} />;
  return shown && Palette ? <Palette role={role} onShowShortcuts={() => onShow("shortcuts")} onClose={close} /> : null;
}

/** What the shell shows above the screen. */
export type ShellDialog = "palette" | "shortcuts";

const TEXT_FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]";
const OPEN_DIALOGS = ":is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]";

const isPaletteKey = ({ ctrlKey, metaKey, shiftKey, altKey, key }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === "k";

const listSearch = () => document.querySelector<HTMLInputElement>("main input[type=search]");

/** Returns what a key press asks for. From a text field only the palette opens, and nothing while a dialog is open. */
function shortcutOf(event: KeyboardEvent): ShellDialog | "list-search" | null {
  if (event.defaultPrevented || event.isComposing || document.querySelector(OPEN_DIALOGS)) return null;
  if (isPaletteKey(event)) return "palette";
  const { target, ctrlKey, metaKey, altKey, key } = event;
  if (ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(TEXT_FIELDS))) return null;
  if (key === "?") return "shortcuts";
  return key === "/" && listSearch() ? "list-search" : null;
}

/** Returns the name of the palette's keys on this device. It needs a browser. */
export const paletteKeys = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘K" : "Ctrl+K");
