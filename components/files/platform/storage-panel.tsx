"use client";

import { Database, Files, HardDrive, type LucideIcon } from "lucide-react";
import { usageOf } from "@/components/file-management/storage-usage";
import { CardFace, cardStyles } from "@/components/shared/card-face";
import { formatBytes } from "@/components/shared/format-bytes";
import { Card } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { Progress } from "@/components/ui/progress";
import type { StorageStats } from "@/lib/files/platform/schema";

interface StorageCardProps {
  icon: LucideIcon;
  label: string;
  value: string | undefined;
  foot: string | undefined;
  isPending: boolean;
  className?: string;
}

const NOT_AVAILABLE = "not available now";

function StorageCard({ icon, label, value = "—", foot = NOT_AVAILABLE, isPending, className }: StorageCardProps) {
  return (
    <div className={classNames(cardStyles, className)}>
      <CardFace icon={icon} label={label} value={<span className="tabular-nums">{value}</span>} foot={foot} isPending={isPending} />
    </div>
  );
}

interface StoragePanelProps {
  /** Undefined until it is here, or when it did not come. */
  stats: StorageStats | undefined;
  isPending: boolean;
}

/** How much is kept, how much more can be, and how full that is (spec 000 §2). */
export function StoragePanel({ stats, isPending }: StoragePanelProps) {
  const usage = stats && usageOf(stats);
  const missing = isPending ? "Loading..." : NOT_AVAILABLE;
  return (
    <section aria-label="Storage" className="grid gap-3 sm:gap-4">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
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
          foot={stats && "can still be stored"}
          isPending={isPending}
          className="max-sm:col-span-2"
        />
      </div>
      <Card className="grid gap-2 p-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">Storage Usage</span>
          <span className="text-ink-muted text-sm tabular-nums">{usage ? `${usage.percent.toFixed(1)}% · ${usage.words}` : missing}</span>
        </p>
        {usage ? <Progress value={usage.percent} label="Storage Usage" tone={usage.tone} /> : <div className="h-2 rounded-full bg-line" />}
      </Card>
    </section>
  );
}
