"use client";

import { useCallback } from "react";
import { useAddress } from "@/components/shared/list/use-address";
import type { InitialPage } from "@/components/shared/list/use-paged-list";
import type { GroupPage } from "@/lib/accounts/groups/schema";
import type { GroupSort } from "@/lib/accounts/groups/values";
import { GroupListScreen } from "./group-list-screen";
import { GroupScreen } from "./group-screen";
import { GROUP_PARAMETER } from "./group-texts";

interface GroupsScreenProps {
  initial: InitialPage<GroupPage, GroupSort> | null;
  /** Claim of single sign-on that has groups; null without one. */
  claim: string | null;
  sendsMail: boolean;
  /** Limited admins manage only members and guests of their groups. */
  mayEdit: boolean;
}

/** The list of groups, or the group that the URL names. */
export function GroupsScreen({ initial, claim, sendsMail, mayEdit }: GroupsScreenProps) {
  const { parameters, changeAddress } = useAddress();
  const id = parameters.get(GROUP_PARAMETER);
  const show = useCallback(
    (group: string | null) => changeAddress({ [GROUP_PARAMETER]: group, search: null, sort: null }, "push"),
    [changeAddress],
  );
  return id === null ? (
    <GroupListScreen initial={initial} claim={claim} mayEdit={mayEdit} onOpen={show} />
  ) : (
    <GroupScreen key={id} id={id} claim={claim} sendsMail={sendsMail} mayEdit={mayEdit} onBack={() => show(null)} />
  );
}
