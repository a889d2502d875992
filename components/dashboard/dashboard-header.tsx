import { Plus } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { RefreshButton } from "@/components/shared/refresh-button";
import { useHydrated } from "@/components/shared/time/use-hydrated";
import { Button } from "@/components/ui/button";

interface DashboardHeaderProps {
  title: ReactNode;
  description: ReactNode;
  canCreate?: boolean;
  isBusy: boolean;
  onRefresh: () => void;
}

export function DashboardHeader({ title, description, canCreate = false, isBusy, onRefresh }: DashboardHeaderProps) {
  const isHydrated = useHydrated();
  return (
    <header data-waiting={!isHydrated} className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-40">
        <h1 className="wrap-anywhere font-semibold text-xl tracking-tight sm:text-2xl">{title}</h1>
        <p className="wrap-anywhere mt-0.5 text-ink-muted">{description}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <RefreshButton isBusy={isBusy} onRefresh={onRefresh} />
        {canCreate ? (
          <Button asChild>
            <Link href="/projects?mode=create">
              <Plus aria-hidden />
              Create Project
            </Link>
          </Button>
        ) : null}
      </div>
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
