import type { ComponentProps } from "react";
import { classNames } from "./class-names";

/** A dense table in a frame of its own, which scrolls sideways before the page would. */
export function Table({ className, ...props }: ComponentProps<"table">) {
  return (
    <div className="relative overflow-x-auto rounded-lg border bg-raised shadow-low">
      <table className={classNames("w-full border-collapse text-left text-base", className)} {...props} />
    </div>
  );
}

export function TableHeader({ className, ...props }: ComponentProps<"thead">) {
  return <thead className={classNames("border-b bg-surface text-ink-muted text-sm", className)} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<"tbody">) {
  return <tbody className={classNames("divide-y", className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={classNames("transition-colors [tbody>&]:hover:bg-surface/70", className)} {...props} />;
}

export function TableHead({ className, scope = "col", ...props }: ComponentProps<"th">) {
  return (
    <th scope={scope} className={classNames("h-10 whitespace-nowrap px-3 font-medium md:first:pl-4 md:last:pr-4", className)} {...props} />
  );
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return <td className={classNames("px-3 py-2.5 align-middle md:first:pl-4 md:last:pr-4", className)} {...props} />;
}
