import { ArrowUpRight, type LucideIcon, Map as MapIcon, Upload, Users } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { CardFace, cardStyles } from "@/components/shared/card-face";
import { formatDay } from "@/components/shared/time/format-date";
import { cn } from "@/components/ui/cn";
import type { AdminDashboard } from "@/lib/projects/stats/schema";

/** Formats a signed change with one decimal: `+12.5%`, `-3.0%`, `0.0%`. @param percent 12.5 for 12.5 % */
export function formatPercent(percent: number): string {
  const text = Math.abs(percent).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  if (text === "0.0") return "0.0%";
  return `${percent > 0 ? "+" : "-"}${text}%`;
}

interface StatCardProps {
  icon: LucideIcon;
  label: string;
  value: number | undefined;
  percent: number | undefined;
  /** How many there were when the month began. */
  before: number | undefined;
  since: "versus last month" | "from last month";
  path: string;
  isPending: boolean;
}

export function StatCard({ icon, label, value, percent, before, since, path, isPending }: StatCardProps) {
  return (
    <Link href={path} className={cn(cardStyles, "group transition-colors hover:border-line-strong")}>
      <CardFace
        icon={icon}
        label={label}
        mark={<ArrowUpRight aria-hidden className="size-4 shrink-0 text-ink-faint transition-colors group-hover:text-accent-ink" />}
        value={value === undefined ? <MissingValue /> : <StatValue value={value} />}
        foot={
          value === undefined || percent === undefined ? null : <Change value={value} percent={percent} before={before} since={since} />
        }
        footHeight="min-h-9 sm:min-h-4.5"
        isPending={isPending}
      />
    </Link>
  );
}

/** Never breaks a number: long ones are smaller. */
function StatValue({ value }: { value: number }) {
  const text = value.toLocaleString("en-US");
  return (
    <span className={cn("block whitespace-nowrap tabular-nums tracking-tight", text.length < 10 && "sm:text-2xl sm:leading-8")}>
      {text}
    </span>
  );
}

function MissingValue() {
  return (
    <>
      <span aria-hidden className="text-ink-faint">
        —
      </span>
      <span className="sr-only">not available</span>
    </>
  );
}

function Change({ value, percent, before, since }: Pick<StatCardProps, "before" | "since"> & { value: number; percent: number }) {
  // Growth from nothing has no percentage.
  if (before === 0) return <span className="tabular-nums">{`${value.toLocaleString("en-US")} new this month`}</span>;
  const text = formatPercent(percent);
  const tones: Record<string, string> = { "+": "font-medium text-gain-ink", "-": "font-medium text-danger-ink" };
  return (
    <>
      <span className={cn("tabular-nums", tones[text.charAt(0)])}>{text}</span> <span className="max-sm:block">{since}</span>
    </>
  );
}

interface TotalCardsProps extends Pick<StatCardProps, "since" | "isPending"> {
  totals: Omit<AdminDashboard, "lastProject"> | undefined;
}

export function TotalCards({ totals, ...shared }: TotalCardsProps) {
  const users = { value: totals?.totalUsers, percent: totals?.percentUserIncrease, before: totals?.usersLastMonth };
  const projects = { value: totals?.totalProjects, percent: totals?.percentProjectIncrease, before: totals?.projectsLastMonth };
  return (
    <>
      <StatCard {...shared} {...users} icon={Users} label="Total Users" path="/users" />
      <StatCard {...shared} {...projects} icon={MapIcon} label="Total Projects" path="/projects" />
    </>
  );
}

interface LastProjectCardProps {
  /** Null when there is no project, undefined when the dashboard didn't load. `time` is ISO 8601. */
  project: { name: string; time: string } | null | undefined;
  noProject?: ReactNode;
  isPending: boolean;
  className?: string;
}

export function LastProjectCard({ project, noProject = null, isPending, className = "" }: LastProjectCardProps) {
  return (
    <div className={`${cardStyles} ${className}`}>
      <CardFace
        icon={Upload}
        label="Last Project Uploaded"
        value={project === undefined ? <MissingValue /> : <LastName name={project?.name} />}
        foot={project ? <DayText value={project.time} /> : project === null && noProject}
        isPending={isPending}
      />
    </div>
  );
}

function LastName({ name }: { name: string | undefined }) {
  if (name === undefined) return <span className="text-ink-muted">No projects yet</span>;
  return (
    <bdi title={name} className="block truncate">
      {name}
    </bdi>
  );
}

export function DayText({ value }: { value: string }) {
  return <time dateTime={value}>{formatDay(value, new Date())}</time>;
}
