"use client";

import { ImageUp, Trash2 } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { useDropsNowhereElse } from "@/components/shared/use-drops-nowhere-else";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Notice } from "@/components/ui/notice";
import { type ImageChange, imageTypes } from "@/lib/maps/images/schema";
import type { ProjectSummary } from "@/lib/projects/schema";
import { MapPicture } from "../map-picture";
import { useMapPicture } from "../use-map-picture";

interface MapPictureEditorProps {
  project: Pick<ProjectSummary, "_id" | "safeName" | "mapImage">;
  onChange: (now: ImageChange["project"]) => void;
}

/** The picture of a project's map, larger than in lists, with what an admin can do about it. An image can also be dropped on it. */
export function MapPictureEditor({ project, onChange }: MapPictureEditorProps) {
  const { busy, failure, isChosen, change, remove } = useMapPicture(project, onChange);
  const [isOver, setIsOver] = useState(false);
  const changeButton = useRef<HTMLButtonElement>(null);
  useDropsNowhereElse();

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    change(Array.from(event.dataTransfer.files));
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: dropping is a shortcut for the pointer; the button inside does the same for everybody
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
      className="mb-5 grid gap-3"
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <MapPicture
          project={project}
          className={classNames(
            "w-full rounded-lg transition-shadow sm:w-64",
            isOver && "ring-2 ring-accent ring-offset-2 ring-offset-raised",
          )}
        />
        <div className="flex flex-1 flex-col items-start gap-2">
          <p className="text-ink-muted text-sm">
            {isOver ? "Drop the picture to use it" : "PNG, JPEG or WebP, up to 5 MB."}
            {isOver ? null : <span className="pointer-coarse:hidden"> You can also drop a file here.</span>}
          </p>
          <div className="flex flex-wrap gap-2">
            <ChangeButton buttonRef={changeButton} isBusy={busy === "changing"} isDisabled={busy !== null} onFiles={change} />
            {isChosen || busy === "removing" ? (
              <Button
                variant="ghost"
                size="small"
                busy={busy === "removing"}
                disabled={busy !== null}
                onClick={() => {
                  // This button goes with the picture; whoever works by keyboard goes on at the one beside it.
                  changeButton.current?.focus();
                  remove();
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
    </div>
  );
}

interface ChangeButtonProps {
  buttonRef: React.Ref<HTMLButtonElement>;
  isBusy: boolean;
  isDisabled: boolean;
  onFiles: (files: File[]) => void;
}

function ChangeButton({ buttonRef, isBusy, isDisabled, onFiles }: ChangeButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        ref={buttonRef}
        variant="secondary"
        size="small"
        busy={isBusy}
        aria-disabled={isDisabled}
        onClick={() => (isDisabled ? undefined : input.current?.click())}
      >
        {isBusy ? null : <ImageUp aria-hidden />}
        Change picture
      </Button>
      <input
        ref={input}
        type="file"
        accept={imageTypes.join(",")}
        hidden
        onChange={(event) => {
          const files = Array.from(event.target.files ?? []);
          // The same file again must be a change again.
          event.target.value = "";
          onFiles(files);
        }}
      />
    </>
  );
}
