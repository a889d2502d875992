"use client";

import { CloudUpload } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useNewProject } from "../target/use-new-project";
import { chosenUploads } from "../tray/chosen-upload";

interface DropToCreateProps {
  accountId: string;
  onDropped: (mode: "upload" | "zip-upload", uploadId: string) => void;
}

/** A dialog has drop areas of its own. */
const isDialogOpen = () => document.querySelector("[role=dialog], [role=alertdialog]") !== null;

/** Starts the creation of a project when the user drops a ZIP file, a folder or map data anywhere on the page. */
export function DropToCreate({ accountId, onDropped }: DropToCreateProps) {
  const [isOver, setOver] = useState(false);
  const { startDrop } = useNewProject({ accountId, uploads: chosenUploads, onChosen: onDropped });
  const create = useEffectEvent(startDrop);

  useEffect(() => {
    const ended = new AbortController();
    const isForUs = ({ dataTransfer }: DragEvent) => (dataTransfer?.types.includes("Files") ?? false) && !isDialogOpen();
    const listen = (type: "dragover" | "dragleave" | "drop", react: (event: DragEvent) => void) =>
      document.addEventListener(type, (event) => isForUs(event) && react(event), ended);
    listen("dragover", (event) => {
      event.preventDefault();
      setOver(true);
    });
    listen("dragleave", (event) => event.relatedTarget === null && setOver(false));
    listen("drop", (event) => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) create(event.dataTransfer);
    });
    return () => ended.abort();
  }, []);

  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center border-4 border-accent border-dashed bg-canvas/80 p-6">
      <p className="flex items-center gap-3 rounded-xl bg-raised px-6 py-5 font-medium text-lg shadow-pop">
        <CloudUpload aria-hidden className="size-6 shrink-0 text-accent-ink" />
        Drop a ZIP file, a folder or map data to create a project
      </p>
    </div>
  );
}
