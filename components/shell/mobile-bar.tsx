"use client";

import * as Drawer from "@radix-ui/react-dialog";
import { Menu, Search, X } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { Logo } from "@/components/shared/logo";
import { DialogOverlay } from "@/components/ui/dialog";
import { type ShellViewer, Sidebar } from "./sidebar";

function focusCurrentEntry(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return;
  event.preventDefault();
  const entry = event.target.querySelector<HTMLElement>('[aria-current="page"]') ?? event.target.querySelector("a");
  (entry ?? event.target).focus();
}

const buttonStyles = "grid size-10 place-items-center rounded-lg hover:bg-sidebar-raised focus-visible:outline-sidebar-accent";

export function MobileBar({ viewer, onSearch }: { viewer: ShellViewer; onSearch: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const address = `${usePathname()}?${useSearchParams()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the URL changes
  useEffect(() => {
    setIsOpen(false);
  }, [address]);
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 bg-sidebar px-3 text-sidebar-ink lg:hidden">
      <Drawer.Root open={isOpen} onOpenChange={setIsOpen}>
        <Drawer.Trigger aria-label="Open menu" className={buttonStyles}>
          <Menu aria-hidden className="size-5" />
        </Drawer.Trigger>
        <Drawer.Portal>
          <DialogOverlay />
          <Drawer.Content
            aria-describedby={undefined}
            onOpenAutoFocus={focusCurrentEntry}
            className="fixed inset-y-0 left-0 z-50 flex w-64 max-w-[85vw] flex-col shadow-dialog outline-none data-[state=closed]:animate-drawer-out data-[state=open]:animate-drawer-in"
          >
            <Drawer.Title className="sr-only">Menu</Drawer.Title>
            <Sidebar viewer={viewer} onStay={() => setIsOpen(false)} />
            <Drawer.Close
              aria-label="Close menu"
              className="absolute top-3 right-3 grid size-10 place-items-center rounded-lg text-sidebar-muted hover:bg-sidebar-raised hover:text-sidebar-ink focus-visible:outline-sidebar-accent"
            >
              <X aria-hidden className="size-5" />
            </Drawer.Close>
          </Drawer.Content>
        </Drawer.Portal>
      </Drawer.Root>
      <Logo className="whitespace-nowrap text-base" />
      <button
        type="button"
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
        className={`${buttonStyles} ml-auto`}
      >
        <Search aria-hidden className="size-5" />
      </button>
    </header>
  );
}
