import { Badge } from "@/components/ui/badge";
import type { ProjectStatus } from "@/lib/projects/schema";

export const statusLabels: Readonly<Record<ProjectStatus, string>> = {
  online: "Online",
  importing: "Importing",
  external: "External map",
  none: "No map",
};

const tones = { importing: "accent", external: "neutral", none: "warning" } as const;

export function StatusBadge({ status }: { status: ProjectStatus }) {
  return status === "online" ? null : <Badge tone={tones[status]}>{statusLabels[status]}</Badge>;
}
