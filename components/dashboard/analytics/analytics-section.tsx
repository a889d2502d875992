"use client";

import Link from "next/link";
import { type ReactNode, useId, useState } from "react";
import { nameOfShare } from "@/components/files/platform/storage-panel";
import { MapViewsChart, MapViewsSkeleton } from "@/components/projects/views/map-views-chart";
import { formatLongDay, formatViews } from "@/components/projects/views/map-views-table";
import { PeriodSelect } from "@/components/projects/views/period-select";
import { countOf } from "@/components/shared/count-of";
import { FailurePanel } from "@/components/shared/failure-panel";
import { formatBytes } from "@/components/shared/format-bytes";
import { oldestLoad } from "@/components/shared/stale/load-times";
import { useJson } from "@/components/shared/use-json";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { storageStatsSchema } from "@/lib/files/platform/schema";
import { type Analytics, analyticsSchema } from "@/lib/projects/analytics/schema";
import type { AnalyticsDays } from "@/lib/projects/values";
import { dashboardError } from "../use-dashboard";

const mapPath = (safeName: string) => `/projects?project=${safeName}`;
const personPath = (email: string) => `/users?search=${encodeURIComponent(email)}`;

const mapItems = ({ maps }: Analytics): RankedItem[] =>
  maps.items.map(({ _id: id, name, safeName, views, people }) => ({
    ...{ id, name, path: mapPath(safeName), value: views },
    note: `${formatViews(views)} · ${countOf(people, ["person", "people"])}`,
  }));

const unopenedItems = ({ unopenedMaps }: Analytics): RankedItem[] =>
  unopenedMaps.items.map(({ _id: id, name, safeName, lastViewedOn }) => ({
    ...{ id, name, path: mapPath(safeName) },
    note: lastViewedOn ? `Last opened ${formatLongDay(lastViewedOn)}` : "Never opened",
  }));

const peopleItems = ({ people }: Analytics): RankedItem[] =>
  (people?.items ?? []).map(({ _id: id, name, email, views, maps }) => ({
    ...{ id, name, path: personPath(email), value: views },
    note: `${formatViews(views)} · ${countOf(maps, ["map", "maps"])}`,
  }));

function StorageList() {
  const { data } = useJson("/api/file-management/stats", storageStatsSchema);
  const items = (data?.shares ?? []).map((share) => ({
    ...{ id: share._id, name: nameOfShare(share), path: "/file-manager", value: share.bytes },
    note: formatBytes(share.bytes),
  }));
  return data ? <RankedList title="Storage by Project" total={items.length} items={items} empty="Nothing is stored." /> : null;
}

/** Shows how often maps were opened. Superadmins also see who opened maps. */
export function AnalyticsSection() {
  const heading = useId();
  const [days, setDays] = useState<AnalyticsDays>("30");
  const path = `/api/project/analytics?days=${days}`;
  const { data, error, isValidating, mutate } = useJson(path, analyticsSchema, {
    keepPreviousData: true,
  });
  return (
    <section aria-labelledby={heading} className="grid min-w-0 grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={heading} className="font-semibold text-lg">
          Map Analytics
        </h2>
        <PeriodSelect days={days} onChange={setDays} />
      </div>
      {error ? (
        <FailurePanel
          error={error}
          message={dashboardError(error)}
          retryLabel="Try Again"
          isBusy={isValidating}
          onRetry={() => void mutate()}
          isLine={data !== undefined}
          updatedAt={oldestLoad([path])}
        />
      ) : null}
      {data ? <MapViewsChart days={data.mapViews} /> : null}
      {data || error ? null : <MapViewsSkeleton />}
      {data ? (
        <div className="grid gap-4 lg:grid-cols-2">
          <RankedList title="Most Viewed Maps" total={data.maps.total} items={mapItems(data)} empty="No maps were opened." />
          {data.people ? (
            <RankedList title="People" total={data.people.total} items={peopleItems(data)} empty="No maps were opened." />
          ) : null}
          <RankedList
            title="Maps Not Opened"
            total={data.unopenedMaps.total}
            items={unopenedItems(data)}
            empty="Every map was opened in this period."
          />
          <RankedList
            title="Users Without a Map"
            total={data.usersWithoutMap.total}
            items={data.usersWithoutMap.items.map(({ _id: id, name, email }) => ({ id, name, note: email, path: personPath(email) }))}
            empty="Every user has a map."
          />
          {data.people ? <StorageList /> : null}
        </div>
      ) : null}
    </section>
  );
}

const FIRST_SHOWN = 5;

interface RankedItem {
  id: string;
  name: string;
  note?: ReactNode;
  path: string;
  /** Draws a bar in proportion to the largest value. */
  value?: number;
}

interface RankedListProps {
  title: string;
  total: number;
  items: readonly RankedItem[];
  empty: string;
}

/** A short list of links that can be expanded. */
function RankedList({ title, total, items, empty }: RankedListProps) {
  const heading = useId();
  const [isWhole, setWhole] = useState(false);
  const highest = Math.max(1, ...items.map(({ value = 0 }) => value));
  return (
    <Card aria-labelledby={heading} className="grid min-w-0 content-start overflow-hidden">
      <h3 id={heading} className="flex justify-between gap-3 border-b bg-surface px-4 py-2.5 font-medium">
        {title} <span className="text-ink-muted tabular-nums">{total.toLocaleString("en-US")}</span>
      </h3>
      {items.length === 0 ? <p className="px-4 py-6 text-center text-ink-muted">{empty}</p> : null}
      <ol className="max-h-96 divide-y overflow-y-auto">
        {items.slice(0, isWhole ? undefined : FIRST_SHOWN).map(({ id, name, note, path, value }) => (
          <li key={id} className="relative">
            {value ? (
              <span aria-hidden className="absolute inset-y-0 left-0 bg-accent-soft" style={{ width: `${(100 * value) / highest}%` }} />
            ) : null}
            <Link href={path} className="relative flex min-h-10 flex-wrap items-center gap-x-3 px-4 py-1.5 hover:underline">
              <bdi title={name} className="min-w-0 flex-1 basis-32 truncate">
                {name}
              </bdi>
              {note ? <span className="text-ink-muted text-sm tabular-nums">{note}</span> : null}
            </Link>
          </li>
        ))}
      </ol>
      {items.length > FIRST_SHOWN ? (
        <div className="border-t px-2 py-1">
          <Button variant="ghost" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `Show ${total > items.length ? `the first ${items.length}` : `all ${total}`}`}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
