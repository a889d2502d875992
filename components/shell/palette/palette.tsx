"use client";

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { useState } from "react";
import { FailurePanel } from "@/components/shared/failure-panel";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { serverMessage } from "@/components/shared/request-json";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import type { Role } from "@/lib/accounts/sessions/schema";
import { useLogOut } from "../logout-button";
import { itemsOf, type PaletteItem, useFound } from "./use-found";

/** On phones the dialog is at the top, because the keyboard covers the bottom. */
const dialogStyles =
  "max-sm:top-0 max-sm:bottom-auto max-sm:rounded-t-none max-sm:rounded-b-xl sm:top-[max(1rem,12dvh)] sm:max-w-xl sm:translate-y-0";
const groupStyles =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-ink-muted [&_[cmdk-group-heading]]:text-xs";

interface PaletteProps {
  role: Role;
  /** Whether the admin manages only some projects. */
  isLimited?: boolean | undefined;
  onShowShortcuts: () => void;
  onClose: () => void;
}

/** Finds maps, people, files, pages and actions of a role. */
export function Palette({ role, isLimited = false, onShowShortcuts, onClose }: PaletteProps) {
  const [text, setText] = useState("");
  const search = text.trim();
  const { found, error, isLoading, retry } = useFound(role, search);
  const groups = [...itemsOf(role, search, isLimited), ...found].filter(({ items }) => items.length > 0);
  const isEmpty = groups.length === 0 && !isLoading && !error;
  const router = useRouter();
  const { setTheme } = useTheme();
  const logOut = useLogOut();

  function run(does: PaletteItem["does"]) {
    onClose();
    if (does === "shortcuts") onShowShortcuts();
    else if (does === "log-out") leaveScreen(() => void logOut());
    else if ("theme" in does) setTheme(does.theme);
    else leaveScreen(() => router.push(does.path));
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent aria-describedby={undefined} className={dialogStyles}>
        <DialogTitle className="sr-only">Search</DialogTitle>
        <Command label="Search maps, pages and actions" shouldFilter={false} vimBindings={false} loop className="flex min-h-0 flex-col">
          <div className="flex items-center gap-3 border-b px-4 [&>input]:h-12 [&>input]:flex-1 [&>input]:outline-none">
            {isLoading ? <Spinner /> : <Search aria-hidden className="size-4 shrink-0 text-ink-muted" />}
            <Command.Input value={text} onValueChange={setText} maxLength={200} placeholder="Search..." className="min-w-0 text-lg" />
          </div>
          <p role="status" className={isEmpty ? "wrap-anywhere px-4 py-10 text-center text-ink-muted" : "sr-only"}>
            {isLoading ? "Searching..." : null}
            {isEmpty ? `No results for "${search}"` : null}
          </p>
          <Command.List className={isEmpty ? "sr-only" : "max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain p-2"}>
            {groups.map(({ heading, items }) => (
              <Command.Group key={heading} heading={heading} className={groupStyles}>
                {items.map((item, index) => (
                  <Item key={`${item.label} ${item.detail}`} item={item} value={`${heading} ${index}`} onSelect={() => run(item.does)} />
                ))}
              </Command.Group>
            ))}
          </Command.List>
          {error ? (
            <FailurePanel
              error={error}
              message={serverMessage(error, "Failed to search")}
              retryLabel="Retry"
              isBusy={false}
              onRetry={retry}
              isLine
            />
          ) : null}
        </Command>
      </DialogContent>
    </Dialog>
  );
}

function Item({ item: { icon: Icon, label, detail }, ...props }: { item: PaletteItem; value: string; onSelect: () => void }) {
  return (
    <Command.Item
      {...props}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-md px-2 py-1.5 data-[selected=true]:bg-accent-soft pointer-coarse:min-h-11"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate">{label}</bdi>
        {detail ? <bdi className="block truncate text-ink-muted text-sm">{detail}</bdi> : null}
      </span>
    </Command.Item>
  );
}
