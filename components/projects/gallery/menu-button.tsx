"use client";

import { EllipsisVertical, type LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
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

export function MenuButton({ name, ...props }: { name: string } & ComponentProps<typeof Button>) {
  const label = `More actions for ${name}`;
  return (
    <Button variant="ghost" size="small-icon" title="More actions" aria-label={label} {...props} className="relative z-1">
      <EllipsisVertical aria-hidden />
    </Button>
  );
}
