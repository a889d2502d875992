import { type ChangeKind, changedFiles, changeKinds, changeLooks } from "@/components/publish/replace/change-kinds";
import { classNames } from "@/components/ui/class-names";

/** "+12, ~340, −3" in a line, in words for who does not see it. */
export function ChangeSigns({ counts, className }: { counts: Readonly<Record<ChangeKind, number>>; className?: string }) {
  return (
    <span className={classNames("inline-flex flex-wrap gap-x-2 font-medium tabular-nums", className)}>
      {changeKinds.map((kind) => (
        <span key={kind} className={counts[kind] === 0 ? "text-ink-faint" : changeLooks[kind].ink}>
          <span aria-hidden>
            {changeLooks[kind].sign}
            {counts[kind].toLocaleString("en-US")}
          </span>
          <span className="sr-only">{changedFiles(kind, counts[kind])}</span>
        </span>
      ))}
    </span>
  );
}
