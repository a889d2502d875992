"use client";

import { Trash2 } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Button, IconButton } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type DataMap, MAX_BOOKMARKS, type MapView } from "@/lib/data-maps/schema";
import { addBookmark, describeView } from "./map-draft";

interface BookmarkFieldsProps {
  map: DataMap;
  problems: ReadonlyMap<string, string>;
  /** Reports the view of the preview. Null before it shows the map. */
  askView: ((onView: (view: MapView) => void) => void) | null;
  onChange: (change: (map: DataMap) => DataMap) => void;
}

/** Views with names, which visitors can go to. */
export function BookmarkFields({ map: { bookmarks = [] }, problems, askView, onChange }: BookmarkFieldsProps) {
  const section = useRef<HTMLElement>(null);
  const isFull = bookmarks.length >= MAX_BOOKMARKS;

  function add(view: MapView) {
    flushSync(() => onChange((map) => addBookmark(map, view)));
    const inputs = section.current?.querySelectorAll("input");
    inputs?.[inputs.length - 1]?.select();
  }
  function rename(index: number, name: string) {
    onChange((map) => ({ ...map, bookmarks: map.bookmarks?.map((each, place) => (place === index ? { ...each, name } : each)) }));
  }
  function remove(index: number) {
    flushSync(() => onChange((map) => ({ ...map, bookmarks: map.bookmarks?.filter((_, place) => place !== index) })));
    section.current?.querySelector<HTMLElement>(":scope > button")?.focus();
  }

  return (
    <section ref={section} aria-label="Bookmarks" className="grid justify-items-start gap-2">
      <h3 className="font-semibold">Bookmarks</h3>
      <p className="text-ink-muted text-sm">Views that visitors can go to.</p>
      {bookmarks.map(({ name, view }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bookmarks have no other identity, and their fields keep no state
        <div key={index} className="flex w-full items-end gap-2">
          <Field
            label={`Name of bookmark ${index + 1}`}
            hint={describeView(view)}
            required
            error={problems.get(`bookmarks.${index}.name`)}
            className="flex-1"
          >
            {(control) => <Input {...control} maxLength={120} value={name} onChange={({ target }) => rename(index, target.value)} />}
          </Field>
          <IconButton icon={Trash2} label={`Remove ${name || `bookmark ${index + 1}`}`} variant="ghost" onClick={() => remove(index)} />
        </div>
      ))}
      <Button variant="secondary" size="small" disabled={!askView || isFull} onClick={() => askView?.(add)}>
        Add Current View
      </Button>
      {isFull ? <p className="text-ink-muted text-sm">A map has at most {MAX_BOOKMARKS} bookmarks.</p> : null}
    </section>
  );
}
