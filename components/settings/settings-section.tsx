import { type ReactNode, useId } from "react";
import { Card } from "@/components/ui/card";

interface SettingsSectionProps {
  title: string;
  /** What the section is about, in a sentence or two. */
  description: ReactNode;
  children: ReactNode;
}

/** One subject of the settings: what it is at the left, what can be done about it at the right; below each other on narrow screens. */
export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-x-10 gap-y-3 border-t pt-6 xl:grid-cols-[17rem_minmax(0,1fr)]">
      <header className="grid content-start gap-1">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        <p className="max-w-prose text-ink-muted">{description}</p>
      </header>
      <Card className="overflow-hidden">{children}</Card>
    </section>
  );
}
