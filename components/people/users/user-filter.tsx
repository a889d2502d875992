"use client";

import type { ReactElement } from "react";
import { useProjectNames } from "@/components/shared/form/use-project-names";
import { FilterPopover, FilterSelect } from "@/components/shared/list/filter-popover";
import { useAddress } from "@/components/shared/list/use-address";
import { useJson } from "@/components/shared/use-json";
import { groupPageSchema } from "@/lib/accounts/groups/schema";
import { GROUPS_PATH } from "@/lib/accounts/groups/values";
import { USER_STATUSES } from "@/lib/accounts/values";
import type { ProjectName } from "@/lib/projects/schema";
import { NO_USER_FILTERS, readUserFilters } from "../people-texts";

const statusLabels = { active: "Active", invited: "Invited", expired: "Expired" } as const;

/** Returns the options of a filter by name. The chosen one may be gone, or not loaded yet. */
function namedOptions(any: string, chosen: string, named: readonly ProjectName[] | undefined) {
  const unlisted = named ? "Deleted" : "Loading...";
  const isListed = chosen === "" || named?.some(({ _id }) => _id === chosen);
  const options = (named ?? []).map(({ _id, name }) => [_id, <bdi key={_id}>{name}</bdi>] as const);
  return [["", any] as const, ...(isListed ? [] : [[chosen, unlisted] as const]), ...options];
}

/** Filters the list of users. @param trigger button of the popover */
export function OpenedUserFilter({ trigger }: { trigger: ReactElement; onClose: () => void }) {
  const { parameters, changeAddress } = useAddress();
  const { status = "", group = "", project = "" } = readUserFilters((name) => parameters.get(name));
  const { projects } = useProjectNames();
  const { data } = useJson(GROUPS_PATH, groupPageSchema);
  const change = (name: string) => (value: string) => changeAddress({ [name]: value || null }, "replace");
  return (
    <FilterPopover
      label="Filter users"
      trigger={trigger}
      canClear={Boolean(status || group || project)}
      onClear={() => changeAddress(NO_USER_FILTERS, "replace")}
    >
      <div className="grid gap-1">
        <FilterSelect
          label="Status"
          value={status}
          onChange={change("status")}
          options={[["", "Any"], ...USER_STATUSES.map((one) => [one, statusLabels[one]] as const)]}
        />
      </div>
      <div className="grid gap-1">
        <FilterSelect label="Group" value={group} onChange={change("group")} options={namedOptions("Any group", group, data?.groups)} />
      </div>
      <div className="grid gap-1">
        <FilterSelect
          label="Assigned project"
          value={project}
          onChange={change("project")}
          options={namedOptions("Any project", project, projects)}
        />
      </div>
    </FilterPopover>
  );
}
