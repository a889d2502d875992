"use client";

import { useState } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import { MenuButton, type ProjectAction } from "./menu-button";

const OpenedMenu = lazyPart(() => import("./opened-menu").then(({ OpenedMenu }) => OpenedMenu), ClosedMenu);

/** Renders each menu at its first use, because hundreds of menus would make scrolling stutter. */
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
