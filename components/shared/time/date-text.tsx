"use client";

import { formatDate } from "./format-date";
import { useHydrated } from "./use-hydrated";

export function DateText({ value }: { value: string }) {
  const isHydrated = useHydrated();
  return <time dateTime={value}>{formatDate(value, isHydrated ? undefined : "UTC")}</time>;
}
