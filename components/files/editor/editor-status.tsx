import { formatBytes } from "@/components/shared/format-bytes";
import type { CursorPosition } from "./create-editor";
import { encodingLabel } from "./encoding-label";
import { languageLabel } from "./languages";
import type { LineEnding } from "./line-endings";

interface EditorStatusProps {
  fileName: string;
  size: number;
  encoding: string;
  hasByteOrderMark: boolean;
  lineEnding: LineEnding;
  cursor: CursorPosition;
  hintId: string;
  tabLeaves: boolean;
}

export function EditorStatus(props: EditorStatusProps) {
  const { fileName, size, encoding, hasByteOrderMark, lineEnding, cursor, hintId, tabLeaves } = props;
  const facts = [
    ["Position", `Line ${cursor.line}, column ${cursor.column}`],
    ["Size", formatBytes(size)],
    ["Encoding", `${encodingLabel(encoding)}${hasByteOrderMark ? " with BOM" : ""}`],
    ["Line endings", lineEnding === "mixed" ? "Mixed line endings" : lineEnding],
    ["Language", languageLabel(fileName)],
  ];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-0.5 border-t bg-surface px-5 py-1.5 text-ink-muted text-xs">
      <dl className="flex flex-wrap gap-x-4 gap-y-0.5 tabular-nums">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="sr-only">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p id={hintId} className="pointer-coarse:sr-only">
        Press Tab to indent. Press Escape, then Tab to leave the editor.
      </p>
      <p aria-live="polite" className="sr-only">
        {tabLeaves ? "Press Tab again to leave the editor." : ""}
      </p>
    </div>
  );
}
