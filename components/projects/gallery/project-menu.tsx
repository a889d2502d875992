"use client";

import { EllipsisVertical } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import type { ProjectAction } from "@/components/shared/opened-menu";
import { Button } from "@/components/ui/button";

const OpenedMenu = lazyPart(
  () => import("@/components/shared/opened-menu").then(({ OpenedMenu }) => OpenedMenu),
  ({ trigger }) => trigger,
);

/** Renders each menu at its first use, because hundreds of menus would make scrolling stutter. */
export function ProjectMenu({ name, actions }: { name: string; actions: readonly ProjectAction[] }) {
  const [isUsed, setIsUsed] = useState(false);
  return isUsed ? (
    <OpenedMenu trigger={<MenuButton name={name} />} actions={actions} onClose={() => setIsUsed(false)} />
  ) : (
    <MenuButton name={name} aria-haspopup="menu" aria-expanded={false} onClick={() => setIsUsed(true)} />
  );
}

function MenuButton({ name, ...props }: { name: string } & ComponentProps<typeof Button>) {
  const label = `More actions for ${name}`;
  return (
    <Button variant="ghost" size="small-icon" title="More actions" aria-label={label} {...props} className="relative z-1">
      <EllipsisVertical aria-hidden />
    </Button>
  );
}
