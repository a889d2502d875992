import { Download, EllipsisVertical, type LucideIcon, Pencil, SquarePen } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { FileItem } from "@/lib/files/schema";
import { mayBeText } from "../../preview/preview-kind";

export type RowAct = "check" | "open" | "edit" | "download" | "rename" | "menu";

interface RowActionProps {
  icon: LucideIcon;
  act: RowAct;
  label: string;
  name: string;
  tabIndex: number;
  className?: string;
}

function RowAction({ icon: Icon, act, label, name, className, ...props }: RowActionProps) {
  return (
    <Button
      variant="ghost"
      size="small-icon"
      data-act={act}
      title={label}
      aria-label={`${label} ${name}`}
      className={cn("text-ink-faint group-hover/row:text-ink-muted", className)}
      {...props}
    >
      <Icon aria-hidden />
    </Button>
  );
}

export function RowActions({ item, tabIndex }: { item: FileItem; tabIndex: number }) {
  const common = { name: item.name, tabIndex };
  return (
    <>
      {item.type === "file" ? (
        <>
          {mayBeText(item.name) ? <RowAction icon={SquarePen} act="edit" label="Edit file" className="max-md:hidden" {...common} /> : null}
          <RowAction icon={Download} act="download" label="Download file" className="max-md:hidden" {...common} />
        </>
      ) : null}
      <RowAction icon={Pencil} act="rename" label="Rename" className="max-md:hidden" {...common} />
      <RowAction icon={EllipsisVertical} act="menu" label="Actions for" {...common} />
    </>
  );
}
