"use client";

import { useMemo, useState } from "react";

/** People who are marked for removal, by id; nothing happens to them before it is saved. */
export function useRemovalMarks() {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const changes = useMemo(
    () => ({
      toggle: (id: string) =>
        setMarked((before) => {
          const after = new Set(before);
          if (!after.delete(id)) after.add(id);
          return after;
        }),
      add: (ids: readonly string[]) => setMarked((before) => new Set([...before, ...ids])),
      clear: () => setMarked(new Set()),
    }),
    [],
  );
  return { marked, ...changes };
}

export type RemovalMarks = ReturnType<typeof useRemovalMarks>;
