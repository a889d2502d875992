"use client";

import { Menu, Search } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import { Logo } from "@/components/shared/logo";
import type { ShellViewer } from "./sidebar";

const MenuDrawer = lazyPart(() => import("./menu-drawer").then(({ MenuDrawer }) => MenuDrawer));

const buttonStyles = "grid size-10 place-items-center rounded-lg hover:bg-sidebar-raised focus-visible:outline-sidebar-accent";

export function MobileBar({ viewer, onSearch }: { viewer: ShellViewer; onSearch: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const address = `${usePathname()}?${useSearchParams()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the URL changes
  useEffect(() => {
    setIsOpen(false);
  }, [address]);
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 bg-sidebar px-3 text-sidebar-ink lg:hidden">
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setWasOpened(true);
          setIsOpen(true);
        }}
        className={buttonStyles}
      >
        <Menu aria-hidden className="size-5" />
      </button>
      {wasOpened ? <MenuDrawer viewer={viewer} isOpen={isOpen} onClose={() => setIsOpen(false)} /> : null}
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
