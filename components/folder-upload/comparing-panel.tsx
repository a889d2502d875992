import { Panel } from "@/components/publish/progress/panel";
import { percentOf } from "@/components/publish/progress/transfer-figures";
import { formatBytes } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { Phase } from "./upload-state";

interface ComparingPanelProps {
  phase: Extract<Phase, { status: "comparing" }>;
  onCancel: () => void;
}

/** The folder is being compared with the map that it is to replace. */
export function ComparingPanel({ phase, onCancel }: ComparingPanelProps) {
  const { selection, target, hashedBytes, bytesToHash } = phase;
  return (
    <Panel
      title={selection.name}
      detail={`Compared with the map of ${target.projectName}. Nothing is sent yet.`}
      actions={
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <div className="grid gap-2">
        <p>Looking for what has changed…</p>
        <Progress label="Comparing" value={bytesToHash > 0 ? percentOf(hashedBytes, bytesToHash) : null} />
        <p className="text-ink-muted text-sm tabular-nums">
          {bytesToHash > 0 ? `${formatBytes(hashedBytes)} of ${formatBytes(bytesToHash)} compared` : "Reading the list of its files"}
        </p>
      </div>
    </Panel>
  );
}
