"use client";

import { ChevronRight, Ellipsis, Folder } from "lucide-react";
import { NARROW, useMedia } from "@/components/shared/use-media";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";
import { type PathPart, partsOf } from "./folder/item-paths";

const SHOWN = { wide: 3, narrow: 1 } as const;

interface BreadcrumbProps {
  root: string;
  path: string;
  over: string | null;
  onOpen: (path: string) => void;
}

export function Breadcrumb({ root, path, over, onOpen }: BreadcrumbProps) {
  const isNarrow = useMedia(NARROW);
  const parts = partsOf(path);
  const shownCount = isNarrow ? SHOWN.narrow : SHOWN.wide;
  const hidden = parts.slice(0, Math.max(0, parts.length - shownCount));
  const shown = parts.slice(hidden.length);
  const crumb = (part: PathPart) => <Crumb {...part} isOpen={part.path === path} isTarget={part.path === over} onOpen={onOpen} />;
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center">
        <li className={cn("flex min-w-0 items-center", parts.length > 0 && "max-w-1/2 shrink-0")}>{crumb({ name: root, path: "" })}</li>
        {hidden.length > 0 ? (
          <li className="flex shrink-0 items-center">
            <Separator />
            <HiddenParts parts={hidden} onOpen={onOpen} />
          </li>
        ) : null}
        {shown.map((part) => (
          <li key={part.path} className="flex min-w-0 items-center last:shrink">
            <Separator />
            {crumb(part)}
          </li>
        ))}
      </ol>
    </nav>
  );
}

const Separator = () => <ChevronRight aria-hidden className="mx-0.5 size-4 shrink-0 text-ink-faint" />;

interface CrumbProps extends PathPart {
  isOpen: boolean;
  isTarget: boolean;
  onOpen: (path: string) => void;
}

function Crumb({ name, path, isOpen, isTarget, onOpen }: CrumbProps) {
  return (
    <button
      type="button"
      aria-current={isOpen ? "page" : undefined}
      data-drop-path={path}
      data-drop-name={name}
      title={name}
      onClick={() => (isOpen ? undefined : onOpen(path))}
      className={cn(
        "min-w-0 truncate rounded-md px-1.5 py-1 text-left pointer-coarse:py-2.5",
        isOpen ? "cursor-default! font-medium" : "text-ink-muted hover:bg-surface hover:text-ink",
        isTarget && "bg-accent-soft outline-2 outline-accent",
      )}
    >
      <bdi>{name}</bdi>
    </button>
  );
}

function HiddenParts({ parts, onOpen }: { parts: readonly PathPart[]; onOpen: (path: string) => void }) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" size="small-icon" aria-label="More folders" className="size-7 pointer-coarse:size-10">
          <Ellipsis aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent>
        {parts.map(({ name, path }) => (
          <MenuItem key={path} onSelect={() => onOpen(path)}>
            <Folder aria-hidden />
            <bdi className="truncate">{name}</bdi>
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
