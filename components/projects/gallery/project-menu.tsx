"use client";

import { EllipsisVertical, type LucideIcon } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";

export interface ProjectAction {
  icon: LucideIcon;
  label: string;
  tone?: "danger";
  run: () => void;
}

export function ProjectMenu({ name, actions }: { name: string; actions: readonly ProjectAction[] }) {
  const chosen = useRef<ProjectAction>(null);
  const label = `More actions for ${name}`;
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" size="small-icon" title="More actions" aria-label={label} className="relative z-1">
          <EllipsisVertical aria-hidden />
        </Button>
      </MenuTrigger>
      {/* Acts when the menu's button has the focus again, so that a dialog returns the focus to it. */}
      <MenuContent
        align="end"
        onCloseAutoFocus={() => {
          chosen.current?.run();
          chosen.current = null;
        }}
      >
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            tone={action.tone}
            onSelect={() => {
              chosen.current = action;
            }}
          >
            <action.icon aria-hidden />
            {action.label}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
