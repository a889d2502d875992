import { CalendarClock, UserMinus } from "lucide-react";
import { dense, EmailCell } from "@/components/people/person-columns";
import { EndText } from "@/components/shared/form/end-field";
import { Initials } from "@/components/shared/initials";
import type { Column } from "@/components/shared/list/list-table";
import { RowButton } from "@/components/shared/list/row-button";
import { Badge } from "@/components/ui/badge";
import type { GroupMember } from "@/lib/accounts/groups/schema";

/** Returns the columns of a group's members. */
export function memberColumns(onEnd: (member: GroupMember) => void, onRemove: (member: GroupMember) => void): Column<GroupMember>[] {
  return [
    {
      header: "Name",
      sorts: ["name-asc", "name-desc"],
      className: `${dense} @max-table:col-span-2 @table:w-[30%]`,
      cell: ({ fullName, isFromClaim }) => (
        <span className="flex items-center gap-2.5">
          <Initials name={fullName} className="@table:@max-wide:hidden" />
          <span className="grid min-w-0 justify-items-start gap-1">
            <bdi title={fullName} className="wrap-anywhere line-clamp-2 font-medium">
              {fullName}
            </bdi>
            {isFromClaim ? <Badge>By single sign-on</Badge> : null}
          </span>
        </span>
      ),
    },
    {
      header: "Email",
      sorts: ["email-asc", "email-desc"],
      isLabelled: true,
      className: `${dense} @max-table:col-span-2`,
      cell: ({ email }) => <EmailCell email={email} />,
    },
    {
      header: "Ends On",
      isLabelled: true,
      className: `${dense} @table:w-30 @wide:w-36`,
      cell: ({ expiresAt, hasEnded }) => (
        <span className="grid justify-items-start gap-1">
          <EndText end={expiresAt} />
          {hasEnded ? <Badge tone="warning">Ended</Badge> : null}
        </span>
      ),
    },
    {
      header: "Actions",
      className: `${dense} @max-table:order-last @max-table:col-span-2 @table:w-24 @table:text-right @wide:w-64`,
      cell: (member) => (
        <div className="flex flex-wrap justify-end gap-2">
          <RowButton icon={CalendarClock} label="End date" about={`of ${member.fullName}`} onClick={() => onEnd(member)} />
          <RowButton icon={UserMinus} label="Remove" about={member.fullName} onClick={() => onRemove(member)} />
        </div>
      ),
    },
  ];
}
