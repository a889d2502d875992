"use client";

import * as Drawer from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { DialogOverlay, useFocusReturn } from "@/components/ui/dialog";
import { type ShellViewer, Sidebar } from "./sidebar";

function focusCurrentEntry(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return;
  event.preventDefault();
  const entry = event.target.querySelector<HTMLElement>('[aria-current="page"]') ?? event.target.querySelector("a");
  (entry ?? event.target).focus();
}

interface MenuDrawerProps {
  viewer: ShellViewer;
  logo: ReactNode;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows the menu on small screens. */
export function MenuDrawer({ viewer, logo, isOpen, onClose }: MenuDrawerProps) {
  const focus = useFocusReturn();
  return (
    <Drawer.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Drawer.Portal>
        <DialogOverlay />
        <Drawer.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            focusCurrentEntry(event);
          }}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          className="fixed inset-y-0 left-0 z-50 flex w-64 max-w-[85vw] flex-col shadow-dialog outline-none data-[state=closed]:animate-drawer-out data-[state=open]:animate-drawer-in"
        >
          <Drawer.Title className="sr-only">Menu</Drawer.Title>
          <Sidebar viewer={viewer} logo={logo} onStay={onClose} />
          <Drawer.Close
            aria-label="Close menu"
            className="absolute top-3 right-3 grid size-10 place-items-center rounded-lg text-sidebar-muted hover:bg-sidebar-raised hover:text-sidebar-ink focus-visible:outline-sidebar-accent"
          >
            <X aria-hidden className="size-5" />
          </Drawer.Close>
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
