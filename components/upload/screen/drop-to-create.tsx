"use client";

import { CloudUpload } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { NOT_LOADED } from "@/components/shared/lazy-part";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { isDataName } from "@/lib/data-maps/values";
import { PROJECT_NAME_MAX } from "@/lib/projects/values";
import { choiceOfDrop } from "../source/folder/reading";
import { droppedFiles } from "../source/zip/dropped-zip";
import { useProjectDraft } from "../target/project-draft";
import { addFolder, addZip } from "../tray/chosen-upload";

interface DropToCreateProps {
  accountId: string;
  onDropped: (mode: "upload" | "zip-upload", uploadId: string) => void;
}

/** A dialog has drop areas of its own. */
const isDialogOpen = () => document.querySelector("[role=dialog], [role=alertdialog]") !== null;

/** Starts the creation of a project when the user drops a ZIP file, a folder or map data anywhere on the page. */
export function DropToCreate({ accountId, onDropped }: DropToCreateProps) {
  const [isOver, setOver] = useState(false);
  const [, setDraft] = useProjectDraft();
  const { showBanner } = useBanner();

  const create = useEffectEvent(async (dropped: DataTransfer) => {
    const entries = Array.from(dropped.items, (item) => (item.kind === "file" ? item.webkitGetAsEntry() : null));
    const [entry] = entries;
    const isZip = entries.length === 1 && entry?.isFile === true && /\.zip$/i.test(entry.name);
    const isFolder = entries.length === 1 && entry?.isDirectory === true;
    const isData = entries.every((one) => one?.isFile === true && isDataName(one.name));
    if (!entry || !(isZip || isFolder || isData)) {
      return showBanner({ tone: "error", message: "Drop one ZIP file, one folder, or files with map data.", timeout: NOTICE_MS });
    }
    const name = isFolder ? entry.name : entry.name.slice(0, entry.name.lastIndexOf("."));
    setDraft({ name: Array.from(name.trim()).slice(0, PROJECT_NAME_MAX).join(""), description: "" });
    try {
      // The browser discards what was dropped after the event.
      const added = isZip ? addZip(accountId, droppedFiles(dropped)) : addFolder(accountId, choiceOfDrop(dropped));
      onDropped(isZip ? "zip-upload" : "upload", await added);
    } catch {
      showBanner({ tone: "error", message: NOT_LOADED, timeout: NOTICE_MS });
    }
  });

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
      if (event.dataTransfer) void create(event.dataTransfer);
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
