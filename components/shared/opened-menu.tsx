"use client";

import type { LucideIcon } from "lucide-react";
import { type ReactElement, useRef } from "react";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";

export interface ProjectAction {
  icon: LucideIcon;
  label: string;
  tone?: "danger";
  run: () => void;
}

interface OpenedMenuProps {
  trigger: ReactElement;
  actions: readonly ProjectAction[];
  /** Called when the code can't be loaded. */
  onClose: () => void;
}

export function OpenedMenu({ trigger, actions }: OpenedMenuProps) {
  const chosen = useRef<ProjectAction>(null);
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
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
