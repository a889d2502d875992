import type { ComponentProps } from "react";
import { cn, styled } from "./cn";

export function Table({ className, ...props }: ComponentProps<"table">) {
  return (
    <div className="@container relative overflow-x-auto rounded-lg border bg-raised shadow-low">
      <table className={cn("w-full border-collapse text-left text-base", className)} {...props} />
    </div>
  );
}

export const TableHeader = styled("thead", "border-b bg-surface text-ink-muted text-sm");
export const TableBody = styled("tbody", "divide-y");
export const TableRow = styled("tr", "transition-colors [tbody>&]:hover:bg-surface/70");

export function TableHead({ className, scope = "col", ...props }: ComponentProps<"th">) {
  return (
    <th scope={scope} className={cn("h-10 whitespace-nowrap px-3 font-medium @table:first:pl-4 @table:last:pr-4", className)} {...props} />
  );
}

export const TableCell = styled("td", "px-3 py-2.5 align-middle @table:first:pl-4 @table:last:pr-4");
