"use client";

import { type RefObject, useEffect, useState } from "react";
import { externalReportSchema } from "@/lib/maps/external/schema";

export interface ExternalReports {
  hasArrived: boolean;
  /** Whether the other site answers. Null while unknown. */
  answers: boolean | null;
}

const nothingYet: ExternalReports = { hasArrived: false, answers: null };

/** Listens to the page that frames a map of another site. The viewer can neither read that page nor request the site. */
export function useExternalReports(frame: RefObject<HTMLIFrameElement | null>, mapsOrigin: string): ExternalReports {
  const [reports, setReports] = useState(nothingYet);
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== mapsOrigin || source !== frame.current?.contentWindow) return;
      const report = externalReportSchema.safeParse(data).data?.externalMap;
      if (report === undefined) return;
      setReports((before) => (report === "arrived" ? { ...before, hasArrived: true } : { ...before, answers: report === "answers" }));
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [frame, mapsOrigin]);
  return reports;
}
