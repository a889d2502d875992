"use client";

import { type FormEvent, useId, useState } from "react";
import useSWR from "swr";
import { z } from "zod";
import { AddressPreviewList } from "@/components/people/address-preview";
import { countOf } from "@/components/shared/count-of";
import { type Failure, FormFailure, failureOf } from "@/components/shared/form/form-failure";
import { UNREACHABLE } from "@/components/shared/load-error";
import { useBanner } from "@/components/shared/notices/banner";
import { sendJson, serverMessage } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, Label } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { groupSchema, previewAnswerSchema } from "@/lib/accounts/groups/schema";
import { GROUPS_PATH } from "@/lib/accounts/groups/values";
import { NO_MAIL_SERVER } from "@/lib/accounts/invitations/values";

const createdSchema = z.object({ group: groupSchema });

/** Returns whether a text has several addresses. */
export const hasAddresses = (text: string) => text.split("@").length > 2;

interface PastedGroupProps {
  projectId: string;
  /** Text with addresses. */
  text: string;
  sendsMail: boolean;
  onCreated: () => Promise<void>;
  onCancel: () => void;
}

/** Makes a group of pasted addresses, and gives it access to a project. */
export function PastedGroup({ projectId, text, sendsMail, onCreated, onCancel }: PastedGroupProps) {
  const inviteId = useId();
  const { showBanner } = useBanner();
  const { data, error } = useSWR(
    [`${GROUPS_PATH}/preview`, text],
    async ([path]) => parseAnswer(previewAnswerSchema, await sendJson("POST", path, { text })).addresses,
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const [name, setName] = useState("");
  const [isInviting, setInviting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [groupId, setGroupId] = useState<string>();

  const ofKind = (kind: "known" | "new") => (data ?? []).filter((one) => one.kind === kind).map(({ address }) => address);
  const [known, unknown] = [ofKind("known"), ofKind("new")];
  const addresses = [...known, ...(isInviting ? unknown : [])];

  /** Creates the group once, also when its members could not be added at first. */
  async function createGroup(): Promise<string> {
    if (groupId) return groupId;
    const { group } = parseAnswer(createdSchema, await sendJson("POST", GROUPS_PATH, { name, projects: [projectId] }));
    setGroupId(group._id);
    return group._id;
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      const group = await createGroup();
      await sendJson("POST", `${GROUPS_PATH}/${group}/members`, { addresses, invite: isInviting });
      showBanner({ tone: "success", message: `The group “${name.trim()}” was created. Its members can open the map` });
      await onCreated();
    } catch (error) {
      setFailure(failureOf(error, serverMessage(error, "Failed to create group", UNREACHABLE)));
      setBusy(false);
    }
  }

  return (
    <form aria-label="New group" onSubmit={(event) => void save(event)} className="grid gap-4 rounded-lg border p-3">
      {error ? <Notice tone="error">{serverMessage(error, "Failed to check addresses", UNREACHABLE)}</Notice> : null}
      {data ? <AddressPreviewList addresses={data} /> : null}
      {data || error ? null : <Skeleton className="h-44" />}
      <Field label="Group name" required>
        {(control) => (
          <Input
            {...control}
            value={name}
            dir="auto"
            required
            autoFocus
            autoComplete="off"
            disabled={groupId !== undefined}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {unknown.length > 0 ? (
        <div className="flex items-start gap-2.5">
          <Checkbox id={inviteId} checked={isInviting} onChange={(event) => setInviting(event.target.checked)} />
          <Label
            htmlFor={inviteId}
          >{`Invite ${countOf(unknown.length, ["new address", "new addresses"])} ${sendsMail ? "by mail " : ""}as users`}</Label>
        </div>
      ) : null}
      {isInviting && !sendsMail ? <Notice live={false}>{NO_MAIL_SERVER} Copy their links in User Management.</Notice> : null}
      {failure ? <FormFailure failure={failure} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" variant="secondary" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isBusy} disabled={addresses.length === 0 || name.trim() === ""}>
          {`Create Group with ${countOf(addresses.length, ["Member", "Members"])}`}
        </Button>
      </div>
    </form>
  );
}
