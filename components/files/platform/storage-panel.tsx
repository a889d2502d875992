"use client";

import { ChevronRight, Database, Files, HardDrive, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { CardFace, cardStyles } from "@/components/shared/card-face";
import { formatBytes } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Progress } from "@/components/ui/progress";
import type { StorageStats } from "@/lib/files/platform/schema";
import { countOf } from "../manager/folder/item-paths";

type Tone = "success" | "warning" | "danger";

/** Returns the used share of what can be used. Other programs may use a part of `total`. */
export function usageOf({ used, available }: Pick<StorageStats, "used" | "available">): { percent: number; tone: Tone; status: string } {
  const percent = used > 0 ? (used / (used + available)) * 100 : 0;
  if (percent > 90) return { percent, tone: "danger", status: "almost full" };
  if (percent > 70) return { percent, tone: "warning", status: "filling up" };
  return { percent, tone: "success", status: "enough space" };
}

interface StorageCardProps {
  icon: LucideIcon;
  label: string;
  value: string | undefined;
  foot: string | undefined;
  isPending: boolean;
  className?: string;
}

const NOT_AVAILABLE = "not available";

function StorageCard({ icon, label, value = "—", foot = NOT_AVAILABLE, isPending, className }: StorageCardProps) {
  return (
    <div className={cn(cardStyles, className)}>
      <CardFace icon={icon} label={label} value={<span className="tabular-nums">{value}</span>} foot={foot} isPending={isPending} />
    </div>
  );
}

interface StoragePanelProps {
  stats: StorageStats | undefined;
  isPending: boolean;
}

export function StoragePanel({ stats, isPending }: StoragePanelProps) {
  const usage = stats && usageOf(stats);
  const missing = isPending ? "Loading..." : NOT_AVAILABLE;
  return (
    <section aria-label="Storage" className="@container grid gap-3 sm:gap-4">
      <div className="grid gap-3 @xs:grid-cols-2 sm:gap-4 @md:grid-cols-3">
        <StorageCard
          icon={Database}
          label="Storage Used"
          value={stats && formatBytes(stats.used)}
          foot={stats && `of ${formatBytes(stats.total)}`}
          isPending={isPending}
        />
        <StorageCard
          icon={Files}
          label="Total Files"
          value={stats?.files.toLocaleString("en-US")}
          foot={stats && "in maps and assets"}
          isPending={isPending}
        />
        <StorageCard
          icon={HardDrive}
          label="Available Space"
          value={stats && formatBytes(stats.available)}
          foot={stats && "left for new files"}
          isPending={isPending}
          className="@xs:@max-md:col-span-2"
        />
      </div>
      <Card className="grid gap-2 p-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">Storage Usage</span>
          <span className="text-ink-muted text-sm tabular-nums">{usage ? `${usage.percent.toFixed(1)}% · ${usage.status}` : missing}</span>
        </p>
        {usage ? <Progress value={usage.percent} label="Storage Usage" tone={usage.tone} /> : <div className="h-2 rounded-full bg-line" />}
      </Card>
    </section>
  );
}

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
    // Closed, so that the first files are within the first screen.
    <details open={selected !== null} className="group rounded-lg border bg-raised shadow-low">
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-lg px-4 py-3 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted transition-transform group-open:rotate-90" />
        <h2 className="font-medium">Storage by Project</h2>
      </summary>
      <ul className="grid gap-1 px-4 pb-4">
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
        <Button variant="link" size="inline" className="mx-4 mb-4" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${shares.length}`}
        </Button>
      ) : null}
    </details>
  );
}
