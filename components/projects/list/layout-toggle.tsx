"use client";

import { LayoutGrid, Rows3 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import { serverMessage } from "@/components/shared/load-error";
import { sendJson } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import type { ProjectLayout } from "@/lib/accounts/profile/schema";

/** Keeps the layout of project lists in the account. @param initial as the server rendered it */
export function useLayout(initial: ProjectLayout) {
  const [layout, setLayout] = useState(initial);
  const { showBanner } = useBanner();
  const router = useRouter();
  const isGallery = layout === "gallery";

  async function toggle() {
    const projectLayout = isGallery ? "list" : "gallery";
    setLayout(projectLayout);
    try {
      await sendJson("PUT", "/api/user/preferences", { projectLayout });
      // Drops the pages that Next has kept with the former layout.
      router.refresh();
    } catch (error) {
      showBanner({ tone: "error", message: serverMessage(error, "The layout was not saved.") });
    }
  }

  const label = isGallery ? "Show as list" : "Show as gallery";
  const button = (
    <Button variant="secondary" size="icon" title={label} aria-label={label} onClick={() => void toggle()}>
      {isGallery ? <Rows3 aria-hidden /> : <LayoutGrid aria-hidden />}
    </Button>
  );
  return { isGallery, button };
}
