"use client";

import { useRef } from "react";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";
import { MenuButton, type OpenedMenuProps, type ProjectAction } from "./menu-button";

export function OpenedMenu({ name, actions }: OpenedMenuProps) {
  const chosen = useRef<ProjectAction>(null);
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>
        <MenuButton name={name} />
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
