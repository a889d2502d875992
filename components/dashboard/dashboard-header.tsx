import type { ReactNode } from "react";
import { RefreshButton } from "@/components/shared/refresh-button";

interface DashboardHeaderProps {
  title: ReactNode;
  description: ReactNode;
  isBusy: boolean;
  onRefresh: () => void;
}

export function DashboardHeader({ title, description, isBusy, onRefresh }: DashboardHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-40">
        <h1 className="wrap-anywhere font-semibold text-xl tracking-tight sm:text-2xl">{title}</h1>
        <p className="wrap-anywhere mt-0.5 text-ink-muted">{description}</p>
      </div>
      <RefreshButton isBusy={isBusy} onRefresh={onRefresh} />
    </header>
  );
}

export function Welcome({ name }: { name: string }) {
  return (
    <>
      Welcome back, <bdi>{name}</bdi>
    </>
  );
}
