"use client";

import { type DragEvent, useState } from "react";
import type { FileItem } from "@/lib/files/schema";
import { canMoveInto, countOf } from "../folder/item-paths";

interface ItemDrag {
  itemsAt: (element: Element) => readonly FileItem[] | null;
  onDrop: (how: "move" | "copy", items: readonly FileItem[], target: string) => void;
}

function folderAt(target: EventTarget): string | null {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-drop-path]") : null;
  return element?.dataset["dropPath"] ?? null;
}

const howOf = (event: DragEvent): "move" | "copy" => (event.ctrlKey || event.altKey ? "copy" : "move");

function setImage(event: DragEvent, items: readonly FileItem[]): void {
  const image = document.createElement("div");
  image.className =
    "fixed -top-40 left-0 z-60 max-w-72 truncate rounded-lg border border-accent bg-raised px-3 py-2 font-medium text-base text-ink shadow-pop";
  image.textContent = items.length === 1 ? (items[0]?.name ?? "") : countOf(items.length, "item");
  // Inside the dialog, because some browsers don't render elements outside of it.
  event.currentTarget.append(image);
  event.dataTransfer.setDragImage(image, -12, -4);
  // The browser copies the image when the event ends.
  window.setTimeout(() => image.remove());
}

export function useItemDrag({ itemsAt, onDrop }: ItemDrag) {
  const [dragged, setDragged] = useState<readonly FileItem[] | null>(null);
  const [over, setOver] = useState<string | null>(null);

  function targetOf(event: DragEvent): string | null {
    const folder = dragged ? folderAt(event.target) : null;
    if (folder === null || !dragged) return null;
    const paths = dragged.map(({ path }) => path);
    return canMoveInto(paths, folder) ? folder : null;
  }

  function end() {
    setDragged(null);
    setOver(null);
  }

  return {
    over,
    handlers: {
      onDragStart: (event: DragEvent) => {
        const items = event.target instanceof Element ? itemsAt(event.target) : null;
        if (!items) return;
        event.dataTransfer.effectAllowed = "copyMove";
        event.dataTransfer.setData("text/plain", items.map(({ name }) => name).join("\n"));
        setImage(event, items);
        setDragged(items);
      },
      onDragOver: (event: DragEvent) => {
        const target = targetOf(event);
        if (target !== over) setOver(target);
        if (target === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = howOf(event);
      },
      onDrop: (event: DragEvent) => {
        const target = targetOf(event);
        if (target === null || !dragged) return;
        event.preventDefault();
        onDrop(howOf(event), dragged, target);
        end();
      },
      onDragEnd: end,
    },
  };
}
