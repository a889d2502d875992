"use client";

import { useEffect, useEffectEvent } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import type { Role } from "@/lib/accounts/sessions/schema";

const Palette = lazyPart(() => import("./palette").then(({ Palette }) => Palette));
const ShortcutsDialog = lazyPart(() => import("./shortcuts-dialog").then(({ ShortcutsDialog }) => ShortcutsDialog));

interface PaletteHostProps {
  role: Role;
  isLimited: boolean | undefined;
  shown: ShellDialog | null;
  onShow: (dialog: ShellDialog | null) => void;
}

/** Handles the shortcuts of the shell and shows its dialogs. */
export function PaletteHost({ role, isLimited, shown, onShow }: PaletteHostProps) {
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

  if (shown === "shortcuts") return <ShortcutsDialog paletteKeys={paletteKeys()} onClose={close} />;
  return shown ? <Palette role={role} isLimited={isLimited} onShowShortcuts={() => onShow("shortcuts")} onClose={close} /> : null;
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
