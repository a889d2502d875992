import { RotateCw } from "lucide-react";
import { Button } from "@/components/ui/button";

interface RefreshButtonProps {
  isBusy: boolean;
  onRefresh: () => void;
}

export function RefreshButton({ isBusy, onRefresh }: RefreshButtonProps) {
  return (
    <Button variant="secondary" busy={isBusy} onClick={onRefresh} className="w-30 px-3">
      {isBusy ? null : <RotateCw aria-hidden />}
      {isBusy ? "Loading..." : "Refresh"}
    </Button>
  );
}
