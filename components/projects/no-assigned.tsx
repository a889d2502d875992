import { Inbox } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";

/** Nobody has assigned a project to this person (spec 000 §2). */
export function NothingAssigned() {
  return (
    <>
      <Notice live={false}>No projects have been assigned to you yet. Contact your administrator for project access.</Notice>
      <Card>
        <EmptyState icon={Inbox} title="No Projects Assigned">
          You don't have any projects assigned to you yet. Contact your administrator to get access to projects.
        </EmptyState>
      </Card>
    </>
  );
}
