"use client";

import { Star } from "lucide-react";
import { useRef, useState } from "react";
import { useBanner } from "@/components/shared/notices/banner";
import { requestJson, serverMessage } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { ProjectSummary } from "@/lib/projects/schema";

type StarredProject = Pick<ProjectSummary, "_id" | "name" | "isFavourite">;

/** Updates the lists that show a project after it became a favourite, or is none any more. */
export type OnFavourite = (project: StarredProject, isFavourite: boolean) => Promise<void>;

export function FavouriteButton({ project, onChange }: { project: StarredProject; onChange: OnFavourite }) {
  const { showBanner } = useBanner();
  const isBusy = useRef(false);
  // Holds until the list shows the answer.
  const [asked, setAsked] = useState<{ from: boolean; to: boolean } | null>(null);
  const isFavourite = asked?.from === project.isFavourite ? asked.to : project.isFavourite;

  async function toggle() {
    if (isBusy.current) return;
    isBusy.current = true;
    setAsked({ from: project.isFavourite, to: !isFavourite });
    try {
      await requestJson(`/api/project/favourite/${project._id}`, { method: isFavourite ? "DELETE" : "PUT" });
      await onChange(project, !isFavourite);
    } catch (error) {
      setAsked(null);
      showBanner({ tone: "error", message: serverMessage(error, "The favourite was not saved. Try again.") });
    }
    isBusy.current = false;
  }

  return (
    <Button
      variant="ghost"
      size="small-icon"
      aria-pressed={isFavourite}
      aria-label={`Favourite ${project.name}`}
      title={isFavourite ? "Remove from favourites" : "Add to favourites"}
      onClick={() => void toggle()}
      className="relative z-1"
    >
      <Star aria-hidden className={cn(isFavourite && "fill-warning text-warning")} />
    </Button>
  );
}
