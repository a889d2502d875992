"use client";

import { useState } from "react";
import { formatBytes } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import type { StorageStats } from "@/lib/files/platform/schema";
import { countOf } from "../manager/folder/item-paths";

export type StorageShare = StorageStats["shares"][number];

const shareNames: Readonly<Record<string, string>> = {
  assets: "Shared assets",
  trash: "Trash",
  uploads: "Unfinished uploads",
  other: "Everything else",
};
export const nameOfShare = ({ _id, name }: StorageShare) => name ?? shareNames[_id] ?? "selected";

/** Only these have files in the list. */
const isListed = ({ _id }: StorageShare) => _id === "assets" || shareNames[_id] === undefined;

const SHOWN = 6;

interface StorageSharesProps {
  stats: StorageStats;
  selected: string | null;
  onSelect: (id: string | null) => void;
}

export function StorageShares({ stats: { shares, used }, selected, onSelect }: StorageSharesProps) {
  const [isWhole, setWhole] = useState(false);
  if (shares.length === 0) return null;
  return (
    <Card className="grid gap-2 p-4">
      <h2 className="font-medium">Storage by Project</h2>
      <ul className="grid gap-1">
        {(isWhole ? shares : shares.slice(0, SHOWN)).map((share) => (
          <li key={share._id}>
            <button
              type="button"
              disabled={!isListed(share)}
              aria-pressed={isListed(share) ? selected === share._id : undefined}
              onClick={() => onSelect(selected === share._id ? null : share._id)}
              className={cn(
                "grid w-full gap-1 rounded-md px-2 py-1.5 text-left enabled:hover:bg-line/60",
                selected === share._id && "bg-accent-soft",
              )}
            >
              <span className="flex flex-col justify-between gap-x-4 sm:flex-row sm:items-baseline">
                <bdi className="wrap-anywhere">{nameOfShare(share)}</bdi>
                <span className="shrink-0 text-ink-muted text-sm tabular-nums">
                  {formatBytes(share.bytes)}
                  {share.files > 0 ? ` · ${countOf(share.files, "file")}` : null} ·{" "}
                  {used > 0 ? ((100 * share.bytes) / used).toFixed(1) : "0.0"}%
                </span>
              </span>
              <span aria-hidden className="h-1.5 rounded-full bg-line">
                <span className="block h-full rounded-full bg-accent" style={{ width: `${used > 0 ? (100 * share.bytes) / used : 0}%` }} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shares.length > SHOWN ? (
        <Button variant="link" size="inline" className="justify-self-start" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${shares.length}`}
        </Button>
      ) : null}
    </Card>
  );
}
