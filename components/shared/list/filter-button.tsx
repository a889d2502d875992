import { ListFilter } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";

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
