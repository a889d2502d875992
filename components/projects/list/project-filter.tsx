"use client";

import { ListFilter } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { onDemand } from "@/components/shared/on-demand";
import { Button } from "@/components/ui/button";
import type { ProjectListState } from "./use-project-list";

export interface ProjectFilterProps {
  state: ProjectListState["filters"];
  creatorsPath: string;
  onClose?: () => void;
}

const OpenedFilter = onDemand(() => import("./opened-filter").then((filter) => filter.OpenedFilter), ClosedFilter);

export function ProjectFilter(props: ProjectFilterProps) {
  const [isUsed, setIsUsed] = useState(false);
  return isUsed ? (
    <OpenedFilter {...props} onClose={() => setIsUsed(false)} />
  ) : (
    <ClosedFilter state={props.state} onClick={() => setIsUsed(true)} />
  );
}

function ClosedFilter({ state, onClick }: Pick<ProjectFilterProps, "state"> & { onClick?: () => void }) {
  return <FilterButton count={state.count} aria-haspopup="dialog" aria-expanded={false} onClick={onClick} />;
}

export function FilterButton({ count, ...props }: { count: number } & ComponentProps<typeof Button>) {
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
