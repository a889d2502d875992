import { Button } from "@/components/ui/button";
import { Panel } from "../progress/panel";

const NAMED = 10;

interface UnreadableFilesPanelProps {
  files: readonly string[];
  onRetry: () => void;
  onLeaveOut: (files: readonly string[]) => void;
}

/** Names the files that could not be sent, after all others were. */
export function UnreadableFilesPanel({ files, onRetry, onLeaveOut }: UnreadableFilesPanelProps) {
  const more = files.length - NAMED;
  return (
    <Panel
      title={files.length === 1 ? "A file can't be read" : `${files.length.toLocaleString("en-US")} files can't be read`}
      detail="They were changed, moved or deleted after they were chosen. The other files are kept."
      actions={
        <>
          <Button variant="secondary" onClick={() => onLeaveOut(files)}>
            Leave Out
          </Button>
          <Button onClick={onRetry}>Retry</Button>
        </>
      }
    >
      <ul className="grid gap-1">
        {files.slice(0, NAMED).map((file) => (
          <li key={file} className="wrap-anywhere">
            {file}
          </li>
        ))}
        {more > 0 ? <li className="text-ink-muted">and {more.toLocaleString("en-US")} more</li> : null}
      </ul>
    </Panel>
  );
}
