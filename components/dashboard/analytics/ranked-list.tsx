import Link from "next/link";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

const FIRST_SHOWN = 5;

export interface RankedItem {
  id: string;
  name: string;
  note?: ReactNode;
  path: string;
  /** Draws a bar in proportion to the largest value. */
  value?: number;
}

interface RankedListProps {
  title: string;
  total: number;
  items: readonly RankedItem[];
  empty: string;
}

/** A short list of links that can be expanded. */
export function RankedList({ title, total, items, empty }: RankedListProps) {
  const heading = useId();
  const [isWhole, setWhole] = useState(false);
  const highest = Math.max(1, ...items.map(({ value = 0 }) => value));
  return (
    <Card aria-labelledby={heading} className="grid min-w-0 content-start overflow-hidden">
      <h3 id={heading} className="flex justify-between gap-3 border-b bg-surface px-4 py-2.5 font-medium">
        {title} <span className="text-ink-muted tabular-nums">{total.toLocaleString("en-US")}</span>
      </h3>
      {items.length === 0 ? <p className="px-4 py-6 text-center text-ink-muted">{empty}</p> : null}
      <ol className="max-h-96 divide-y overflow-y-auto">
        {items.slice(0, isWhole ? undefined : FIRST_SHOWN).map(({ id, name, note, path, value }) => (
          <li key={id} className="relative">
            {value ? (
              <span aria-hidden className="absolute inset-y-0 left-0 bg-accent-soft" style={{ width: `${(100 * value) / highest}%` }} />
            ) : null}
            <Link href={path} className="relative flex min-h-10 flex-wrap items-center gap-x-3 px-4 py-1.5 hover:underline">
              <bdi title={name} className="min-w-0 flex-1 basis-32 truncate">
                {name}
              </bdi>
              {note ? <span className="text-ink-muted text-sm tabular-nums">{note}</span> : null}
            </Link>
          </li>
        ))}
      </ol>
      {items.length > FIRST_SHOWN ? (
        <div className="border-t px-2 py-1">
          <Button variant="ghost" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `Show ${total > items.length ? `the first ${items.length}` : `all ${total}`}`}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
