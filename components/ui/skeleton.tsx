import { classNames } from "./class-names";

/** Holds the place of text or a picture that is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames("block animate-shimmer rounded-md bg-line", className)} />;
}
