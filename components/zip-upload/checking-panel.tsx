import { Panel } from "@/components/publish/progress/panel";
import { formatBytes } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { Phase } from "./upload-state";

interface CheckingPanelProps {
  phase: Extract<Phase, { status: "validating" }>;
  onCancel: () => void;
}

/** The directory of the ZIP is being read. */
export function CheckingPanel({ phase, onCancel }: CheckingPanelProps) {
  const { file, entriesRead, entriesTotal } = phase;
  return (
    <Panel
      title={file.name}
      detail={formatBytes(file.size)}
      actions={
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <div className="grid gap-2">
        <p>Checking what the ZIP file holds…</p>
        <Progress label="Checking" value={entriesTotal > 0 ? (entriesRead / entriesTotal) * 100 : null} />
        <p className="text-ink-muted text-sm tabular-nums">
          {entriesRead > 0
            ? `${entriesRead.toLocaleString("en-US")} of ${entriesTotal.toLocaleString("en-US")} entries`
            : "Reading its directory"}
        </p>
      </div>
    </Panel>
  );
}
