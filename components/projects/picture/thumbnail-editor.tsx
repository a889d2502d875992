"use client";

import { ImageUp, Trash2 } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import useSWR from "swr";
import { useBanner } from "@/components/shared/notices/banner";
import { requestJson, serverMessage } from "@/components/shared/request-json";
import { usePreventFileOpen } from "@/components/shared/use-prevent-file-open";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Notice } from "@/components/ui/notice";
import {
  IMAGE_SIZE_MESSAGE,
  IMAGE_SOURCE_HEADER,
  IMAGE_TYPE_MESSAGE,
  type ImageChange,
  imageChangeSchema,
  imageTypes,
  isImageType,
  MAX_IMAGE_BYTES,
} from "@/lib/maps/images/schema";
import type { ProjectSummary } from "@/lib/projects/schema";
import { MapPicture } from "./map-picture";

interface ThumbnailEditorProps {
  project: Pick<ProjectSummary, "_id" | "safeName" | "mapImage">;
  /** Why there is no thumbnail. */
  problem: string | null | undefined;
  onChange: (now: ImageChange["project"]) => void;
  onRetry: () => void;
}

const UNREACHABLE = { 0: "The server could not be reached. Please check your connection and try again." };

function refusalOf(file: Pick<File, "type" | "size">): string | null {
  if (!isImageType(file.type)) return IMAGE_TYPE_MESSAGE;
  return file.size > MAX_IMAGE_BYTES ? IMAGE_SIZE_MESSAGE : null;
}

async function readSource([address]: [address: string, what: string]): Promise<string | null> {
  const { headers } = await fetch(address, { method: "HEAD", cache: "no-store" });
  return headers.get(IMAGE_SOURCE_HEADER);
}

export function ThumbnailEditor({ project, problem, onChange, onRetry }: ThumbnailEditorProps) {
  const { _id, mapImage } = project;
  const { showBanner } = useBanner();
  const [busy, setBusy] = useState<"changing" | "removing" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const changeButton = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { data: source } = useSWR(mapImage ? [mapImage, "source"] : null, readSource, { shouldRetryOnError: false });
  /** Only a chosen thumbnail can be removed: the worker would render a rendered one again. */
  const isChosen = mapImage !== null && source === "chosen";
  usePreventFileOpen();

  async function send(kind: "changing" | "removing", init: RequestInit): Promise<void> {
    setBusy(kind);
    setFailure(null);
    try {
      const { message, project: now } = imageChangeSchema.parse(await requestJson(`/api/project/image/${_id}`, init));
      onChange(now);
      showBanner({ tone: "success", message });
    } catch (error) {
      setFailure(serverMessage(error, "The picture could not be changed.", UNREACHABLE));
    } finally {
      setBusy(null);
    }
  }

  function change([file]: readonly File[]): void {
    if (!file || busy) return;
    const refusal = refusalOf(file);
    if (refusal) setFailure(refusal);
    else void send("changing", { method: "PUT", headers: { "Content-Type": file.type }, body: file });
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    change(Array.from(event.dataTransfer.files));
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: dropping is a pointer shortcut; the button inside does the same with the keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset with a legend would be announced as part of a form
    <div
      role="group"
      aria-label="Map picture"
      aria-busy={busy !== null}
      onDragEnter={() => setIsOver(true)}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={drop}
      className="grid content-start gap-3"
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <MapPicture
          project={project}
          className={cn("w-full rounded-lg transition-shadow sm:w-64", isOver && "ring-2 ring-accent ring-offset-2 ring-offset-raised")}
        />
        <div className="flex flex-1 flex-col items-start gap-2">
          <p className="text-ink-muted text-sm">
            {isOver ? "Drop the picture to use it" : "PNG, JPEG or WebP, up to 5 MB."}
            {isOver ? null : <span className="pointer-coarse:hidden"> You can also drop a file here.</span>}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              ref={changeButton}
              variant="secondary"
              size="small"
              busy={busy === "changing"}
              aria-disabled={busy !== null}
              onClick={() => (busy ? undefined : input.current?.click())}
            >
              {busy === "changing" ? null : <ImageUp aria-hidden />}
              Change picture
            </Button>
            <input
              ref={input}
              type="file"
              accept={imageTypes.join(",")}
              hidden
              onChange={(event) => {
                const files = Array.from(event.target.files ?? []);
                event.target.value = "";
                change(files);
              }}
            />
            {isChosen || busy === "removing" ? (
              <Button
                variant="ghost"
                size="small"
                busy={busy === "removing"}
                disabled={busy !== null}
                onClick={() => {
                  // The button disappears with the thumbnail.
                  changeButton.current?.focus();
                  void send("removing", { method: "DELETE" });
                }}
              >
                {busy === "removing" ? null : <Trash2 aria-hidden />}
                Remove picture
              </Button>
            ) : null}
          </div>
        </div>
      </div>
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      {problem && !isChosen ? (
        <Notice
          tone="warning"
          live={false}
          actions={
            <Button
              variant="secondary"
              size="small"
              busy={busy !== null}
              onClick={() => void send("changing", { method: "POST" }).then(onRetry)}
            >
              Try again
            </Button>
          }
        >
          No thumbnail: {problem}
        </Notice>
      ) : null}
    </div>
  );
}
