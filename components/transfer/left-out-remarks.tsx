interface LeftOutRemarksProps {
  /** Folder that everything lies in, whose place the map's root gives up to it. */
  wrappingFolder: string | null;
  /** How many things are left out. */
  leftOut: number;
  noun: readonly [one: string, many: string];
}

/** What will be different on the server from what was chosen. */
export function LeftOutRemarks({ wrappingFolder, leftOut, noun: [one, many] }: LeftOutRemarksProps) {
  if (wrappingFolder === null && leftOut === 0) return null;
  return (
    <ul className="grid gap-1 text-ink-muted text-sm">
      {wrappingFolder === null ? null : (
        <li>
          Everything lies in the folder <span className="wrap-anywhere font-medium text-ink">{wrappingFolder}</span>; its content becomes
          the map.
        </li>
      )}
      {leftOut > 0 ? (
        <li>
          {leftOut.toLocaleString("en-US")} {leftOut === 1 ? one : many} added by the operating system will be left out.
        </li>
      ) : null}
    </ul>
  );
}
