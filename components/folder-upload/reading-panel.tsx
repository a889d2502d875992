import { Panel } from "@/components/publish/progress/panel";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";

interface ReadingPanelProps {
  name: string | null;
  filesRead: number;
  onCancel: () => void;
}

/** The folder is being read: names, sizes and times of its files. */
export function ReadingPanel({ name, filesRead, onCancel }: ReadingPanelProps) {
  return (
    <Panel
      title={name ?? "Files"}
      detail="Nothing is sent yet."
      actions={
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <div className="grid gap-2">
        <p>{name === null ? "Reading the files…" : "Reading the folder…"}</p>
        <Progress label="Reading" value={null} />
        <p className="text-ink-muted text-sm tabular-nums">{filesRead.toLocaleString("en-US")} files</p>
      </div>
    </Panel>
  );
}
