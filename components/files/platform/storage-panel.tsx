"use client";

import { Database, Files, HardDrive, type LucideIcon } from "lucide-react";
import { CardFace, cardStyles } from "@/components/shared/card-face";
import { formatBytes } from "@/components/shared/format-bytes";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Progress } from "@/components/ui/progress";
import type { StorageStats } from "@/lib/files/platform/schema";

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
