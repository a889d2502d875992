"use client";

import { type FormEvent, useState } from "react";
import { EndField } from "@/components/shared/form/end-field";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { type Failure, failureOf } from "@/components/shared/form/form-failure";
import { sendJson, serverMessage } from "@/components/shared/request-json";
import type { GroupMember } from "@/lib/accounts/groups/schema";

interface MemberEndDialogProps {
  /** API path of the group. */
  path: string;
  member: GroupMember;
  onSaved: () => void;
  onClose: () => void;
}

/** Sets when a membership ends. */
export function MemberEndDialog({ path, member, onSaved, onClose }: MemberEndDialogProps) {
  const [end, setEnd] = useState(member.expiresAt);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    setIsSaving(true);
    setFailure(null);
    try {
      await sendJson("PUT", `${path}/members`, { accountId: member._id, expiresAt: end });
      onSaved();
    } catch (error) {
      setFailure(failureOf(error, serverMessage(error, "Failed to save membership")));
      setIsSaving(false);
    }
  }

  return (
    <FormDialog
      title="End of Membership"
      description={`${member.fullName}, ${member.email}`}
      saveLabel="Save"
      isSaving={isSaving}
      isChanged={end !== member.expiresAt}
      failure={failure}
      onSubmit={(event) => void save(event)}
      onClose={onClose}
    >
      <EndField hint="The membership ends after this day. Leave empty for no end." value={end} onChange={setEnd} />
    </FormDialog>
  );
}
