import { Download, EllipsisVertical, type LucideIcon, Pencil, SquarePen } from "lucide-react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import type { FileItem } from "@/lib/files/schema";

/** What a press in a row is for; the listing finds it in `data-act`. */
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
      className={classNames("text-ink-faint group-hover/row:text-ink-muted", className)}
      {...props}
    >
      <Icon aria-hidden />
    </Button>
  );
}

/** The buttons at the end of a row. Where there is no room for them, the menu alone, which has them all. */
export function RowActions({ item, tabIndex }: { item: FileItem; tabIndex: number }) {
  const common = { name: item.name, tabIndex };
  return (
    <>
      {item.type === "file" ? (
        <>
          <RowAction icon={SquarePen} act="edit" label="Edit file" className="max-md:hidden" {...common} />
          <RowAction icon={Download} act="download" label="Download file" className="max-md:hidden" {...common} />
        </>
      ) : null}
      <RowAction icon={Pencil} act="rename" label="Rename" className="max-md:hidden" {...common} />
      <RowAction icon={EllipsisVertical} act="menu" label="Actions for" {...common} />
    </>
  );
}
