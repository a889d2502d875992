"use client";

import { EllipsisVertical } from "lucide-react";
import { type ComponentProps, type ReactElement, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";

/** Returns the open menu of a project. @param menu its button, and what to call when its code can't be loaded */
export type MenuOf<Project> = (project: Project, menu: { trigger: ReactElement; onClose: () => void }) => ReactNode;

/** Renders each menu at its first use, because hundreds of menus would make scrolling stutter. */
export function ProjectMenu<Project extends { name: string }>({ project, menuOf }: { project: Project; menuOf: MenuOf<Project> }) {
  const [isUsed, setIsUsed] = useState(false);
  const { name } = project;
  if (isUsed) return menuOf(project, { trigger: <MenuButton name={name} />, onClose: () => setIsUsed(false) });
  return <MenuButton name={name} aria-haspopup="menu" aria-expanded={false} onClick={() => setIsUsed(true)} />;
}

function MenuButton({ name, ...props }: { name: string } & ComponentProps<typeof Button>) {
  const label = `More actions for ${name}`;
  return (
    <Button variant="ghost" size="small-icon" title="More actions" aria-label={label} {...props} className="relative z-1">
      <EllipsisVertical aria-hidden />
    </Button>
  );
}
