"use client";

import { Search, X } from "lucide-react";
import type { ClipboardEvent, KeyboardEvent } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { usePrehydrationText } from "../form/use-prehydration-text";

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  onKeyDown?: (event: KeyboardEvent) => void;
  onPaste?: (event: ClipboardEvent) => void;
  className?: string;
}

export function SearchField({ value, onChange, placeholder, onKeyDown, onPaste, className }: SearchFieldProps) {
  const input = usePrehydrationText(value, onChange);

  function handleKey(event: KeyboardEvent) {
    // Must not submit a form around the field.
    if (event.key === "Enter") event.preventDefault();
    if (event.key !== "Escape" || value === "") return onKeyDown?.(event);
    event.preventDefault();
    onChange("");
  }

  return (
    <div className={cn("relative", className)}>
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-muted" />
      <Input
        ref={input}
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKey}
        onPaste={onPaste}
        placeholder={placeholder}
        aria-label={placeholder.replace(/\.+$/, "")}
        autoComplete="off"
        spellCheck={false}
        className="px-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {value ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            onChange("");
            input.current?.focus();
          }}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-r-lg text-ink-muted hover:text-ink focus-visible:outline-offset-[-2px]"
        >
          <X aria-hidden className="size-4" />
        </button>
      ) : null}
    </div>
  );
}
