"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useBanner } from "@/components/shared/notices/banner-provider";
import type { Role } from "@/lib/accounts/sessions/schema";
import { isPaletteKey, listSearch, type ShellDialog, ShortcutsDialog, shortcutOf } from "./shortcuts";

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

  if (shown === "shortcuts") return <ShortcutsDialog onClose={close} />;
  return shown && Palette ? <Palette role={role} onShowShortcuts={() => onShow("shortcuts")} onClose={close} /> : null;
}
