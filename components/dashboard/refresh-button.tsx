"use client";

import { RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Button } from "@/components/ui/button";

/** Asks the server for the page anew. */
export function RefreshButton() {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  return (
    <Button variant="secondary" busy={isRefreshing} onClick={() => startRefresh(() => router.refresh())} className="min-w-28">
      {isRefreshing ? null : <RotateCw aria-hidden />}
      {isRefreshing ? "Loading..." : "Refresh"}
    </Button>
  );
}
