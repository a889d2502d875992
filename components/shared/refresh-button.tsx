"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";

interface RefreshButtonProps {
  /** True while a load runs that this button did not start. */
  isBusy?: boolean;
  onRefresh: () => Promise<void> | void;
}

export function RefreshButton({ isBusy: isLoading = false, onRefresh }: RefreshButtonProps) {
  const [isRefreshing, setIsRefreshing] = useState(false);
  const isBusy = isLoading || isRefreshing;
  const refresh = async () => {
    setIsRefreshing(true);
    await onRefresh();
    setIsRefreshing(false);
  };
  return (
    <Button variant="secondary" busy={isBusy} onClick={() => void refresh()} className="w-30 px-3">
      {isBusy ? null : <RotateCw aria-hidden />}
      {isBusy ? "Loading..." : "Refresh"}
    </Button>
  );
}
