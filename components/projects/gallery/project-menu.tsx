"use client";

import { EllipsisVertical, type LucideIcon } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";

export interface ProjectAction<Project> {
  icon: LucideIcon;
  label: string;
  isOffered?: (project: Project) => boolean;
  tone?: "danger";
  run: (project: Project) => void;
}

interface ProjectMenuProps<Project> {
  project: Project;
  actions: readonly ProjectAction<Project>[];
}

export function ProjectMenu<Project extends { name: string }>({ project, actions }: ProjectMenuProps<Project>) {
  const chosen = useRef<ProjectAction<Project>>(null);
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          variant="ghost"
          size="small-icon"
          title="More actions"
          aria-label={`More actions for ${project.name}`}
          className="relative z-1"
        >
          <EllipsisVertical aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent
        align="end"
        // Runs when the menu's button has the focus again, so that a dialog returns the focus to it.
        onCloseAutoFocus={() => {
          chosen.current?.run(project);
          chosen.current = null;
        }}
      >
        {actions.map((action) =>
          action.isOffered?.(project) === false ? null : (
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
          ),
        )}
      </MenuContent>
    </Menu>
  );
}
