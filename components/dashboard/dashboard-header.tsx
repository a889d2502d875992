import { Plus } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshButton } from "@/components/shared/refresh-button";
import { Button } from "@/components/ui/button";

interface DashboardHeaderProps {
  title: ReactNode;
  description: ReactNode;
  canCreate?: boolean;
  isBusy: boolean;
  onRefresh: () => void;
}

export function DashboardHeader({ title, description, canCreate = false, ...refresh }: DashboardHeaderProps) {
  const create = (
    <Button asChild>
      <Link href="/projects?mode=create">
        <Plus aria-hidden />
        Create Project
      </Link>
    </Button>
  );
  const actions = (
    <>
      <RefreshButton {...refresh} />
      {canCreate ? create : null}
    </>
  );
  return <PageHeader title={title} description={description} actions={actions} />;
}

export function Welcome({ name }: { name: string }) {
  return (
    <>
      Welcome back, <bdi>{name}</bdi>
    </>
  );
}
