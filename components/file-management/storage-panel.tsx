"use client";

import { Database, Files, HardDrive, type LucideIcon } from "lucide-react";
import { CardFace, cardStyles } from "@/components/dashboard/card-face";
import { formatBytes } from "@/components/shared/format-bytes";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import type { StorageStats } from "@/lib/file-management/schema";
import { usageOf } from "./storage-usage";

interface StorageCardProps {
  icon: LucideIcon;
  label: string;
  value: string | undefined;
  foot: string | undefined;
  isPending: boolean;
}

function StorageCard({ icon, label, value = "—", foot, isPending }: StorageCardProps) {
  return (
    <div className={cardStyles}>
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
  const percent = usage ? `${usage.percent.toFixed(1)}%` : "—";
  return (
    <section aria-label="Storage" className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
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
          foot={stats && "in maps and shared assets"}
          isPending={isPending}
        />
        <StorageCard
          icon={HardDrive}
          label="Available Space"
          value={stats && formatBytes(stats.available)}
          foot={stats && "can still be stored"}
          isPending={isPending}
        />
      </div>
      <Card className="grid gap-2 p-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">Storage Usage</span>
          <span className="text-ink-muted text-sm tabular-nums">
            {percent}
            {usage ? ` · ${usage.words}` : null}
          </span>
        </p>
        <Progress value={usage?.percent ?? 0} label="Storage Usage" tone={usage?.tone ?? "success"} />
      </Card>
    </section>
  );
}
