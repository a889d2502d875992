"use client";

import { LayoutGrid, Rows3 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import { serverMessage } from "@/components/shared/load-error";
import { sendJson } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { ProjectLayout } from "@/lib/accounts/profile/schema";

/** Keeps the layout of project lists in the account. @param initial as the server rendered it */
export function useLayout(initial: ProjectLayout) {
  const [layout, setLayout] = useState(initial);
  const { showBanner } = useBanner();
  const router = useRouter();

  async function changeLayout(projectLayout: ProjectLayout) {
    setLayout(projectLayout);
    try {
      await sendJson("PUT", "/api/user/preferences", { projectLayout });
      // Drops the pages that Next has kept with the former layout.
      router.refresh();
    } catch (error) {
      showBanner({ tone: "error", message: serverMessage(error, "The layout was not saved.") });
    }
  }

  return { layout, changeLayout: (next: ProjectLayout) => void changeLayout(next) };
}

const options = [
  { value: "list", label: "List", icon: Rows3 },
  { value: "gallery", label: "Gallery", icon: LayoutGrid },
] as const;

export function LayoutToggle({ layout, changeLayout }: ReturnType<typeof useLayout>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex container in all browsers
    <div role="group" aria-label="Layout" className="flex rounded-lg border border-line-strong bg-raised p-0.5 shadow-low">
      {options.map(({ value, label, icon: Icon }) => (
        <Button
          key={value}
          variant="ghost"
          size="small-icon"
          title={label}
          aria-label={label}
          aria-pressed={layout === value}
          onClick={() => changeLayout(value)}
          className={cn("rounded-md", layout === value && "bg-accent-soft text-accent-ink")}
        >
          <Icon aria-hidden />
        </Button>
      ))}
    </div>
  );
}
