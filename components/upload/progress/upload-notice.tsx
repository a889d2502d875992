import { X } from "lucide-react";
import { useEffect } from "react";
import { useDismissTimer } from "@/components/shared/notices/banner";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { UploadNotice } from "../controller/upload-state";

const BANNER_MS = 3_000;
const NEVER = 2 ** 31 - 1;

interface UploadNoticeBarProps {
  notice: UploadNotice;
  onDismiss: () => void;
}

/** Errors and success notices stay until they are dismissed or replaced. */
export function UploadNoticeBar({ notice, onDismiss }: UploadNoticeBarProps) {
  const element = useDismissTimer(notice.kind === "info" ? BANNER_MS : NEVER, onDismiss);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the notice changes
  useEffect(() => {
    void element.current?.scrollIntoView({ block: "nearest" });
  }, [notice]);
  return (
    <div ref={element}>
      <Notice
        tone={notice.kind}
        className="items-center [&>svg]:mt-0"
        actions={
          <Button variant="ghost" size="small-icon" aria-label="Dismiss" onClick={onDismiss} className="-mr-2 size-7 text-current">
            <X aria-hidden />
          </Button>
        }
      >
        <NoticeText text={notice.text} />
      </Notice>
    </div>
  );
}

/** A program that a refusal of map data says to run, up to the end of the text. */
const COMMAND = /: (?=(?:gdal|ogr2ogr|tippecanoe|pmtiles)\S* )/;

function NoticeText({ text }: { text: string }) {
  const [message, command] = text.split(COMMAND, 2);
  if (command === undefined) return text;
  return (
    <>
      {message}:<code className="mt-1 block select-all font-mono text-sm">{command}</code>
    </>
  );
}
