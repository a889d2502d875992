"use client";

import { useState } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import { FilterButton, type ProjectFilterProps } from "./filter-button";

const OpenedFilter = lazyPart(() => import("./opened-filter").then(({ OpenedFilter }) => OpenedFilter), ClosedFilter);

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
