import { RotateCw } from "lucide-react";
import { Button } from "@/components/ui/button";

interface RefreshButtonProps {
  isBusy: boolean;
  onRefresh: () => void;
}

/** As wide in either state. */
export function RefreshButton({ isBusy, onRefresh }: RefreshButtonProps) {
  return (
    <Button variant="secondary" busy={isBusy} onClick={onRefresh} className="min-w-30">
      {isBusy ? null : <RotateCw aria-hidden />}
      {isBusy ? "Loading..." : "Refresh"}
    </Button>
  );
}
