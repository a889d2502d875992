"use client";

import { Link } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { CopyButton } from "@/components/shared/copy-link-button";
import { countOf } from "@/components/shared/count-of";
import { type Failure, FormFailure, failureOf } from "@/components/shared/form/form-failure";
import { Select } from "@/components/shared/form/select";
import { useProjectNames } from "@/components/shared/form/use-project-names";
import { useBanner } from "@/components/shared/notices/banner";
import { sendJson, serverMessage } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { useJson } from "@/components/shared/use-json";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { groupPageSchema } from "@/lib/accounts/groups/schema";
import { GROUPS_PATH } from "@/lib/accounts/groups/values";
import { type BulkOutcome, bulkOutcomeSchema, type UserSummary } from "@/lib/accounts/users/schema";
import { accessPath } from "@/lib/projects/access/schema";

const countUsers = (count: number) => countOf(count, ["user", "users"]);

const actions = {
  assign: {
    title: "Assign",
    busy: "Assigning...",
    effect: "They can then open the project, or the projects of the group. An end date that they have in the project is removed.",
    done: "assigned",
  },
  invite: { title: "Invite Again", busy: "Inviting...", effect: "Their former links stop working at once.", done: "invited again" },
  delete: { title: "Delete", busy: "Deleting...", effect: "This action cannot be undone.", done: "deleted" },
} as const;

export type BulkAction = keyof typeof actions;

interface BulkDialogProps {
  action: BulkAction;
  users: readonly UserSummary[];
  /** Reloads the list, and forgets the selection. */
  onDone: () => Promise<void>;
  onClose: () => void;
}

/** Changes selected users with one request after a confirmation. Then says which failed, and shows links of invitations. */
export function BulkDialog({ action, users, onDone, onClose }: BulkDialogProps) {
  const { title, busy, effect, done } = actions[action];
  const { showBanner } = useBanner();
  const [target, setTarget] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);

  async function send(): Promise<BulkOutcome> {
    if (action !== "assign") {
      return parseAnswer(bulkOutcomeSchema, await sendJson("POST", "/api/user/bulk", { action, users: users.map(({ _id }) => _id) }));
    }
    const [kind, id = ""] = target.split(":");
    if (kind === "group") await sendJson("POST", `${GROUPS_PATH}/${id}/members`, { addresses: users.map(({ email }) => email) });
    else await sendJson("PATCH", accessPath(id), { people: users.map(({ _id }) => ({ _id, expiresAt: null })) });
    return { failed: [], links: [] };
  }

  async function run() {
    setIsBusy(true);
    setFailure(null);
    try {
      const result = await send();
      const changed = users.length - result.failed.length;
      if (changed > 0) showBanner({ tone: "success", message: `${countUsers(changed)} ${done}` });
      // Reload before the dialog closes: the row that would get the focus back may no longer exist.
      await onDone();
      if (result.failed.length + result.links.length > 0) setOutcome(result);
      else onClose();
    } catch (error) {
      setFailure(failureOf(error, serverMessage(error, "The users were not changed. Try again.")));
    }
    setIsBusy(false);
  }

  if (outcome) return <Outcome outcome={outcome} users={users} onClose={onClose} />;
  return (
    <ConfirmDialog
      isOpen
      title={`${title}: ${countUsers(users.length)}`}
      confirmLabel={isBusy ? busy : title}
      isDangerous={action === "delete"}
      canConfirm={action !== "assign" || target !== ""}
      isBusy={isBusy}
      onConfirm={() => void run()}
      onCancel={onClose}
      details={
        <>
          {action === "assign" ? <TargetSelect value={target} onChange={setTarget} /> : null}
          {failure ? <FormFailure failure={failure} /> : null}
        </>
      }
    >
      <strong className="wrap-anywhere font-medium text-ink">{namesOf(users)}</strong>. {effect}
    </ConfirmDialog>
  );
}

const NAMED = 5;

function namesOf(users: readonly UserSummary[]): string {
  const names = users.slice(0, NAMED).map(({ fullName }) => fullName);
  return users.length > NAMED ? `${names.join(", ")} and ${(users.length - NAMED).toLocaleString("en-US")} more` : names.join(", ");
}

function TargetSelect({ value, onChange }: { value: string; onChange: (target: string) => void }) {
  const { projects = [] } = useProjectNames();
  const { data } = useJson(GROUPS_PATH, groupPageSchema);
  const optionsOf = (kind: string, named: readonly { _id: string; name: string }[]) =>
    named.map(({ _id, name }) => [`${kind}:${_id}`, <bdi key={_id}>{name}</bdi>] as const);
  const groups = [
    { heading: "Groups", options: optionsOf("group", data?.groups ?? []) },
    { heading: "Projects", options: optionsOf("project", projects) },
  ].filter(({ options }) => options.length > 0);
  return (
    <Select
      label="Project or group"
      value={value}
      options={[["", "Choose a project or group"]]}
      groups={groups}
      onChange={onChange}
      className="mt-3 w-full"
    />
  );
}

interface OutcomeProps extends Pick<BulkDialogProps, "users" | "onClose"> {
  outcome: BulkOutcome;
}

/** Names the users who were not changed, and shows links once. */
function Outcome({ outcome: { failed, links }, users, onClose }: OutcomeProps) {
  const nameOf = (id: string) => users.find(({ _id }) => _id === id)?.fullName ?? "";
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent aria-describedby={undefined} onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader closeLabel={null}>
          <DialogTitle>{failed.length > 0 ? `${countUsers(failed.length)} not changed` : "Invitation Links"}</DialogTitle>
        </DialogHeader>
        <DialogBody className="grid gap-4">
          {links.length > 0 ? <p className="text-ink-muted">Pass each link on to its user. The links are not shown again.</p> : null}
          <ul className="divide-y rounded-lg border">
            {failed.map(({ _id, message }) => (
              <li key={_id} className="wrap-anywhere px-3 py-2">
                <bdi className="font-medium">{nameOf(_id)}</bdi>
                <span className="block text-danger-ink text-sm">{message}</span>
              </li>
            ))}
            {links.map(({ _id, url }) => (
              <li key={_id} className="flex items-center justify-between gap-3 px-3 py-2">
                <bdi className="wrap-anywhere min-w-0">{nameOf(_id)}</bdi>
                <CopyButton
                  icon={Link}
                  text={url}
                  label="Copy Link"
                  copied="Link copied"
                  failed="The link is"
                  size="small"
                  aria-label={`Copy link of ${nameOf(_id)}`}
                />
              </li>
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Close</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
