"use client";

import { useState } from "react";
import useSWR from "swr";
import { useBanner } from "@/components/shared/banner-provider";
import { SUCCESS_NOTICE_MS } from "@/components/shared/notice-times";
import { RequestError, requestJson } from "@/components/shared/request-json";
import {
  IMAGE_SIZE_MESSAGE,
  IMAGE_SOURCE_HEADER,
  IMAGE_TYPE_MESSAGE,
  type ImageChange,
  imageChangeSchema,
  isImageType,
  MAX_IMAGE_BYTES,
} from "@/lib/maps/images/schema";
import type { ProjectSummary } from "@/lib/projects/schema";

const UNREACHABLE = "The server could not be reached. Please check your connection and try again.";
const FAILED = "The picture could not be changed.";

/** @returns why a file cannot be a picture, or null when it can, as far as that shows before it is sent */
export function refusalOf(file: Pick<File, "type" | "size">): string | null {
  if (!isImageType(file.type)) return IMAGE_TYPE_MESSAGE;
  return file.size > MAX_IMAGE_BYTES ? IMAGE_SIZE_MESSAGE : null;
}

function messageOf(error: unknown): string {
  if (!(error instanceof RequestError)) return FAILED;
  return error.message || (error.status === 0 ? UNREACHABLE : FAILED);
}

async function readSource([address]: [address: string, what: string]): Promise<string | null> {
  const { headers } = await fetch(address, { method: "HEAD", cache: "no-store" });
  return headers.get(IMAGE_SOURCE_HEADER);
}

/** The picture of a project's map, for an admin to change. */
export function useMapPicture(
  { _id, mapImage }: Pick<ProjectSummary, "_id" | "mapImage">,
  onChange: (now: ImageChange["project"]) => void,
) {
  const { showBanner } = useBanner();
  const [busy, setBusy] = useState<"changing" | "removing" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { data: source } = useSWR(mapImage ? [mapImage, "source"] : null, readSource, { shouldRetryOnError: false });

  async function send(kind: "changing" | "removing", init: RequestInit): Promise<void> {
    setBusy(kind);
    setFailure(null);
    try {
      const { message, project } = imageChangeSchema.parse(await requestJson(`/api/project/image/${_id}`, init));
      onChange(project);
      showBanner({ tone: "success", message, timeout: SUCCESS_NOTICE_MS });
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(null);
    }
  }

  return {
    busy,
    /** Why the last try came to nothing; null when it did not. */
    failure,
    /** Only a picture that somebody chose can be removed: one that was rendered would be rendered again. */
    isChosen: mapImage !== null && source === "chosen",
    /** Takes the first of what was chosen or dropped. */
    change(files: readonly File[]): void {
      const [file] = files;
      if (!file || busy) return;
      const refusal = refusalOf(file);
      if (refusal) setFailure(refusal);
      else void send("changing", { method: "PUT", headers: { "Content-Type": file.type }, body: file });
    },
    remove(): void {
      void send("removing", { method: "DELETE" });
    },
  };
}
