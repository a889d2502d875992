"use client";

import { RotateCw } from "lucide-react";
import { useTransition } from "react";
import { Button } from "@/components/ui/button";

interface RefreshButtonProps {
  /** True while a load runs that this button did not start. */
  isBusy?: boolean;
  onRefresh: () => Promise<void> | void;
}

export function RefreshButton({ isBusy: isLoading = false, onRefresh }: RefreshButtonProps) {
  const [isRefreshing, startRefresh] = useTransition();
  const isBusy = isLoading || isRefreshing;
  return (
    <Button variant="secondary" busy={isBusy} onClick={() => startRefresh(onRefresh)} className="w-30 px-3">
      {isBusy ? null : <RotateCw aria-hidden />}
      {isBusy ? "Loading..." : "Refresh"}
    </Button>
  );
}
