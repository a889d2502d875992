"use client";

import { useEffect, useRef } from "react";
import { stemLength } from "@/components/files/manager/folder/item-paths";
import { classNames } from "@/components/ui/class-names";
import { controlStyles } from "@/components/ui/input";
import type { FileItem } from "@/lib/files/schema";

interface RenameFieldProps {
  item: FileItem;
  /** @param name trimmed, not empty, and not what it was */
  onRename: (name: string) => void;
  /** It is over, whether there is another name or not. @param hasKeyboard the focus was still in the field */
  onEnd: (hasKeyboard: boolean) => void;
}

/** The name of a row while it is changed: Enter and leaving the field apply it, Escape does not (spec 001 §2.6). */
export function RenameField({ item, onRename, onEnd }: RenameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);

  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(0, stemLength(item.name, item.type));
  }, [item]);

  function end(applies: boolean, hasKeyboard: boolean) {
    // Leaving the field is the second end of one that Enter or Escape has ended.
    if (isOver.current) return;
    isOver.current = true;
    const name = field.current?.value.trim() ?? "";
    onEnd(hasKeyboard);
    if (applies && name !== "" && name !== item.name) onRename(name);
  }

  return (
    <input
      ref={field}
      defaultValue={item.name}
      aria-label={`New name of ${item.name}`}
      autoComplete="off"
      spellCheck={false}
      data-rename
      onBlur={() => end(true, false)}
      onKeyDown={(event) => {
        // The keys of the listing are letters here.
        event.stopPropagation();
        if (event.key === "Enter" && !event.nativeEvent.isComposing) end(true, true);
        else if (event.key === "Escape") end(false, true);
      }}
      className={classNames(controlStyles, "h-8 flex-1 px-2")}
    />
  );
}
