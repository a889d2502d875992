"use client";

import { EllipsisVertical, type LucideIcon } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { onDemand } from "@/components/shared/on-demand";
import { Button } from "@/components/ui/button";

export interface ProjectAction {
  icon: LucideIcon;
  label: string;
  tone?: "danger";
  run: () => void;
}

export interface OpenedMenuProps {
  name: string;
  actions: readonly ProjectAction[];
  onClose: () => void;
}

const OpenedMenu = onDemand(() => import("./opened-menu").then((menu) => menu.OpenedMenu), ClosedMenu);

/** Hundreds of menus would make scrolling stutter, so each comes with its first use. */
export function ProjectMenu(props: { name: string; actions: readonly ProjectAction[] }) {
  const [isUsed, setIsUsed] = useState(false);
  return isUsed ? (
    <OpenedMenu {...props} onClose={() => setIsUsed(false)} />
  ) : (
    <ClosedMenu name={props.name} onClick={() => setIsUsed(true)} />
  );
}

function ClosedMenu({ name, onClick }: { name: string; onClick?: () => void }) {
  return <MenuButton name={name} aria-haspopup="menu" aria-expanded={false} onClick={onClick} />;
}

export function MenuButton({ name, ...props }: { name: string } & ComponentProps<typeof Button>) {
  const label = `More actions for ${name}`;
  return (
    <Button variant="ghost" size="small-icon" title="More actions" aria-label={label} {...props} className="relative z-1">
      <EllipsisVertical aria-hidden />
    </Button>
  );
}
