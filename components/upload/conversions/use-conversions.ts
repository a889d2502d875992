"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { z } from "zod";
import { isSignedOut } from "@/components/shared/request-json";
import { requestAnswer } from "@/components/shared/requests/request-answer";
import { useJson } from "@/components/shared/use-json";
import { type OwnConversion, ownConversionSchema } from "@/lib/data-maps/conversion/schema";
import { convertedPath } from "@/lib/data-maps/formats/converted-file";
import { layerName } from "@/lib/data-maps/formats/layer-name";
import { usePublishedIds } from "../tray/upload-list";

const PATH = "/api/project/conversions";

/** Milliseconds. */
const RUNNING_POLL_MS = 2_000;
const IDLE_POLL_MS = 30_000;

const listSchema = z.object({ conversions: z.array(ownConversionSchema) }).transform(({ conversions }) => conversions);

/** What the tray needs of a project's details. The whole schema would be loaded by every page. */
const endSchema = z.object({ path: z.string(), problem: z.string().nullish() });
const detailsSchema = z.object({ project: z.object({ conversions: z.array(endSchema) }) }).transform(({ project }) => project);

const none: readonly OwnConversion[] = [];

/** A conversion that this tab has seen run. */
export interface EndedConversion extends OwnConversion {
  /** Why there is no result, or null. */
  problem: string | null;
}

/** Returns the sentence about the end of a conversion. */
export function describeEnd({ path, problem }: EndedConversion): string {
  return `${layerName(path)} ${problem === null ? "is converted" : "was not converted"}`;
}

const isSame = (one: OwnConversion) => (other: OwnConversion) => other.projectId === one.projectId && other.path === one.path;

/** Returns whether a conversion makes the tiles of what another one has made. */
const isNextOf = (one: OwnConversion) => (next: OwnConversion) =>
  next.projectId === one.projectId && next.path.startsWith(`${convertedPath(one.path)}/`);

/** Returns how a conversion ended. Null when it goes on, or the project is gone. */
async function findEnd(gone: OwnConversion): Promise<EndedConversion | null> {
  const details = await requestAnswer(`/api/project/details/${gone.projectId}`, detailsSchema).catch(() => null);
  const listed = details?.conversions.find(({ path }) => path === gone.path);
  return details && (!listed || listed.problem) ? { ...gone, problem: listed?.problem ?? null } : null;
}

/** Polls the conversions of the viewer's projects, and remembers how those that it saw have ended. */
export function useConversions() {
  const { data: running = none, mutate } = useJson<readonly OwnConversion[]>(PATH, listSchema, {
    refreshInterval: (latest) => (latest?.length ? RUNNING_POLL_MS : IDLE_POLL_MS),
    shouldRetryOnError: (error) => !isSignedOut(error),
    dedupingInterval: 500,
  });
  const [ended, setEnded] = useState<readonly EndedConversion[]>([]);
  const before = useRef(none);
  const published = usePublishedIds();
  useEffect(() => {
    if (published !== "") void mutate();
  }, [published, mutate]);

  const settle = useEffectEvent(async (gone: readonly OwnConversion[]) => {
    const found = (await Promise.all(gone.map(findEnd))).filter((end) => end !== null);
    const isReplaced = (one: OwnConversion) => found.some(isSame(one)) || found.some(isNextOf(one));
    setEnded((others) => [...others.filter((one) => !isReplaced(one)), ...found]);
  });
  useEffect(() => {
    const gone = before.current.filter((one) => !running.some(isSame(one)));
    before.current = running;
    if (gone.length > 0) void settle(gone);
  }, [running]);

  return {
    running,
    ended: ended.filter((one) => !running.some(isSame(one)) && !running.some(isNextOf(one))),
    reload: () => void mutate(),
    dismiss: (one: EndedConversion) => setEnded((others) => others.filter((other) => other !== one)),
  };
}
