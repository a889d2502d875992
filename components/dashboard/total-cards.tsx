import { Map as MapIcon, Users } from "lucide-react";
import type { AdminDashboard } from "@/lib/projects/stats/schema";
import { FigureCard } from "./figure-card";

interface TotalCardsProps {
  /** Undefined until it is here, or when it did not come. */
  totals: Pick<AdminDashboard, "totalUsers" | "percentUserIncrease" | "totalProjects" | "percentProjectIncrease"> | undefined;
  since: "versus last month" | "from last month";
  isPending: boolean;
}

/** Users and projects, which both dashboards of administrators count. */
export function TotalCards({ totals, since, isPending }: TotalCardsProps) {
  const shared = { since, isPending };
  return (
    <>
      <FigureCard
        {...shared}
        icon={Users}
        label="Total Users"
        value={totals?.totalUsers}
        percent={totals?.percentUserIncrease}
        path="/users"
      />
      <FigureCard
        {...shared}
        icon={MapIcon}
        label="Total Projects"
        value={totals?.totalProjects}
        percent={totals?.percentProjectIncrease}
        path="/projects"
      />
    </>
  );
}
