import { percentOf } from "@/components/publish/progress/transfer-figures";
import type { ChosenFile } from "@/components/publish/source/zip/chosen-zip";
import { FilePicker } from "@/components/publish/source/zip/zip-picker";
import { formatBytes } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { UnfinishedUpload } from "./use-unfinished-uploads";

interface UnfinishedItemProps extends UnfinishedUpload {
  onContinue: (files: ChosenFile[]) => void;
  /** Goes on with the file that its handle opens. */
  onReopen: (handle: FileSystemFileHandle) => void;
  onPublish: () => void;
  onDiscard: () => void;
}

/** One unfinished upload: what of it the server has, and what can be done with it. */
export function UnfinishedItem({ stored, bytes, handle, onContinue, onReopen, onPublish, onDiscard }: UnfinishedItemProps) {
  const { file, target } = stored;
  const percent = bytes === null ? null : percentOf(bytes, file.size);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4">
      <div className="grid min-w-56 flex-1 gap-1.5">
        <p className="wrap-anywhere">
          An unfinished upload of <b className="font-medium">{file.name}</b> for <b className="font-medium">{target.projectName}</b>
          {percent === null ? null : ` (${percent} %)`}
        </p>
        {percent === null ? null : <Progress label={`Sent of ${file.name}`} value={percent} tone="warning" className="h-1 max-w-md" />}
        <p className="text-ink-muted text-sm tabular-nums">{hintOf(file.size, bytes, handle !== null)}</p>
      </div>
      <div className="flex gap-2">
        <Button variant="ghost" size="small" onClick={onDiscard}>
          Discard
        </Button>
        {bytes === file.size || handle ? (
          <Button
            size="small"
            variant={bytes === file.size ? "primary" : "secondary"}
            onClick={() => (bytes === file.size || !handle ? onPublish() : onReopen(handle))}
          >
            Continue
          </Button>
        ) : (
          <FilePicker size="small" variant="secondary" label="Continue" onFiles={onContinue} />
        )}
      </div>
    </li>
  );
}

function hintOf(size: number, bytes: number | null, isKnown: boolean): string {
  if (bytes === size) return "Every byte is on the server; the project is still to be made.";
  const sent = bytes === null ? formatBytes(size) : `${formatBytes(bytes)} of ${formatBytes(size)}`;
  return isKnown ? `${sent}. It goes on without choosing the file again.` : `${sent}. To continue, choose the same file again.`;
}
