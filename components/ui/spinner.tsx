import { LoaderCircle } from "lucide-react";
import { classNames } from "./class-names";

/** A sign that something is under way. Decorative unless `label` is given. */
export function Spinner({ className, label }: { className?: string; label?: string }) {
  return (
    <span role={label ? "status" : undefined} className="inline-flex">
      <LoaderCircle aria-hidden className={classNames("size-4 animate-spin motion-reduce:animate-none", className)} />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
