"use client";

import type { ReactNode } from "react";
import type { UploadChoice, UploadKind } from "./upload-state";

interface FileDropZoneProps {
  /** Folder that is open; "" is the top. */
  targetPath: string;
  /** How the person knows that folder. */
  targetName: string;
  /** Files or folders were dropped, on the listing or on an element with `data-drop-path` and `data-drop-name`: a folder in it. */
  onDrop: (choice: UploadChoice, kind: UploadKind, targetPath: string) => void;
  className?: string;
  children: ReactNode;
}

/** Takes files and folders from the desktop. What is dragged within the page is none of its business. */
export function FileDropZone({ className, children }: FileDropZoneProps) {
  return <div className={className}>{children}</div>;
}
