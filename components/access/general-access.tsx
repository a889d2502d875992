"use client";

import { Globe, Lock } from "lucide-react";
import { useId } from "react";
import { Select } from "@/components/shared/form/select";
import { Spinner } from "@/components/ui/spinner";
import type { ProjectAccess } from "@/lib/projects/access/schema";
import { type Access, GENERAL } from "./use-access";

const OPTIONS = [
  ["only", "Only people and groups with access"],
  ["all", "Any signed-in user"],
] as const;

const MESSAGES = { only: "Only people and groups with access can open the map", all: "Any signed-in user can open the map" } as const;

/** Chooses whether access of one's own is needed to open the map. */
export function GeneralAccess({ shown, access: { apply, isSaving, wantedOpen } }: { shown: ProjectAccess | undefined; access: Access }) {
  const headingId = useId();
  const isOpen = wantedOpen ?? shown?.isOpenToAllUsers ?? false;
  const Icon = isOpen ? Globe : Lock;
  return (
    <section aria-labelledby={headingId} className="grid gap-2">
      <h3 id={headingId} className="font-semibold">
        General access
      </h3>
      <div className="flex items-center gap-3 px-3">
        <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-surface text-ink-muted">
          {isSaving(GENERAL) ? <Spinner /> : <Icon className="size-4" />}
        </span>
        <div className="grid min-w-0 flex-1 gap-1">
          <Select
            label="General access"
            value={isOpen ? "all" : "only"}
            options={OPTIONS}
            onChange={(value) =>
              void apply({
                about: GENERAL,
                edit: { isOpenToAllUsers: value === "all" },
                message: value === "all" ? MESSAGES.all : MESSAGES.only,
              })
            }
          />
          <p className="text-ink-muted text-sm">
            {isOpen
              ? "Everyone with an account here can open the map, and finds it in the list of projects."
              : "Others with an account can't open the map, and don't find it."}
          </p>
        </div>
      </div>
    </section>
  );
}
