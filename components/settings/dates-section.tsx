"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Select } from "@/components/shared/form/select";
import { useBanner } from "@/components/shared/notices/banner";
import { sendJson, serverMessage } from "@/components/shared/request-json";
import { chooseDateSettings, type DateSettings } from "@/components/shared/time/date-settings";
import { formatModified } from "@/components/shared/time/format-date";
import { useHydrated } from "@/components/shared/time/use-hydrated";
import { useNow } from "@/components/shared/time/use-now";
import { CardContent } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { dateFormatSchema } from "@/lib/accounts/profile/schema";

const formats = [
  ["month-first", "Nov 20, 2026, 2:05 PM"],
  ["day-first", "20 Nov 2026, 14:05"],
  ["year-first", "2026-11-20, 14:05"],
] as const;

/** Returns the browser's time zones as options below headings, by continent. */
function zoneGroups() {
  const groups = new Map<string, [zone: string, name: string][]>();
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    const [continent = zone, ...place] = zone.split("/");
    const name = (place.join("/") || zone).replaceAll("_", " ");
    groups.set(continent, [...(groups.get(continent) ?? []), [zone, name]]);
  }
  return Array.from(groups, ([heading, options]) => ({ heading, options }));
}

/** Chooses how screens write dates, and in which time zone. */
export function DatesSection({ dates, madeAt }: { dates: DateSettings; madeAt: number }) {
  const { showBanner } = useBanner();
  const router = useRouter();
  const isHydrated = useHydrated();
  const now = useNow(madeAt);
  const [shown, setShown] = useState(dates);

  function show(settings: DateSettings) {
    chooseDateSettings(settings);
    setShown(settings);
  }

  async function change(next: DateSettings) {
    show(next);
    try {
      await sendJson("PUT", "/api/user/preferences", next);
      // The screen writes its dates anew.
      router.refresh();
    } catch (error) {
      show(shown);
      showBanner({ tone: "error", message: serverMessage(error, "The setting was not saved.") });
    }
  }

  const ofDevice = isHydrated
    ? `Of this device (${Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ")})`
    : "Of this device";
  const { timeZone } = shown;
  const groups = isHydrated ? zoneGroups() : [];
  const isListed = groups.some(({ options }) => options.some(([zone]) => zone === timeZone));
  return (
    <CardContent className="grid items-start gap-5 @wide:grid-cols-2">
      <Field label="Date format">
        {({ id }) => (
          <Select
            id={id}
            label="Date format"
            value={shown.dateFormat}
            options={formats}
            onChange={(dateFormat) => void change({ ...shown, dateFormat: dateFormatSchema.parse(dateFormat) })}
          />
        )}
      </Field>
      <Field label="Time zone" {...(isHydrated && { hint: `It is now ${formatModified(new Date(now).toISOString())}.` })}>
        {({ id }) => (
          <Select
            id={id}
            label="Time zone"
            value={timeZone ?? ""}
            options={[["", ofDevice], ...(timeZone && !isListed ? [[timeZone, timeZone.replaceAll("_", " ")] as const] : [])]}
            groups={groups}
            onChange={(zone) => void change({ ...shown, timeZone: zone || null })}
          />
        )}
      </Field>
    </CardContent>
  );
}
