"use client";

import { ListFilter } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import { Button } from "@/components/ui/button";
import type { ProjectFilterProps } from "./opened-filter";

const OpenedFilter = lazyPart(
  () => import("./opened-filter").then(({ OpenedFilter }) => OpenedFilter),
  ({ trigger }) => trigger,
);

export function ProjectFilter(props: ProjectFilterProps) {
  const [isUsed, setIsUsed] = useState(false);
  const { count } = props.state;
  return isUsed ? (
    <OpenedFilter {...props} trigger={<FilterButton count={count} />} onClose={() => setIsUsed(false)} />
  ) : (
    <FilterButton count={count} aria-haspopup="dialog" aria-expanded={false} onClick={() => setIsUsed(true)} />
  );
}

function FilterButton({ count, ...props }: { count: number } & ComponentProps<typeof Button>) {
  return (
    <Button variant="secondary" {...props}>
      <ListFilter aria-hidden />
      Filter
      {count > 0 ? (
        <span className="-mr-1.5 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 font-semibold text-on-accent text-xs tabular-nums">
          {count}
          <span className="sr-only"> on</span>
        </span>
      ) : null}
    </Button>
  );
}
