"use client";

import { FileUp } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { z } from "zod";
import { AddressPreviewList } from "@/components/people/address-preview";
import { type ListedUser, UserRow } from "@/components/projects/details/assigned-users";
import { countOf } from "@/components/shared/count-of";
import { EndField } from "@/components/shared/form/end-field";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { type Failure, failureOf } from "@/components/shared/form/form-failure";
import { listAddress } from "@/components/shared/list/list-query";
import { SearchField } from "@/components/shared/list/search-field";
import { useDraft } from "@/components/shared/list/use-list-query";
import { loadErrorMessage } from "@/components/shared/load-error";
import { sendJson, serverMessage } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { useJson } from "@/components/shared/use-json";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, Label } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { Textarea } from "@/components/ui/textarea";
import { type AddressPreview, addedMembersFields, previewAnswerSchema } from "@/lib/accounts/groups/schema";
import { GROUPS_PATH } from "@/lib/accounts/groups/values";
import { NO_MAIL_SERVER } from "@/lib/accounts/invitations/values";
import { userPageSchema } from "@/lib/accounts/users/schema";

const SHOWN = 8;

interface AddedUsersProps {
  added: readonly ListedUser[];
  onChange: (added: readonly ListedUser[]) => void;
}

/** Finds users, and marks those to add. */
function AddedUsers({ added, onChange }: AddedUsersProps) {
  const [search, setSearch] = useState("");
  const [typed, setTyped] = useDraft(search, setSearch);
  const address = listAddress("/api/user/all", { limit: String(SHOWN), assigned: "0" }, { search, sort: "name-asc" });
  const { data, error } = useJson(search.trim() ? address : null, userPageSchema, { keepPreviousData: true });
  const { users, total } = (search.trim() && data) || { users: [], total: null };
  const isIn = (list: readonly ListedUser[], { _id }: ListedUser) => list.some((user) => user._id === _id);
  const shown = [...added.filter((user) => !isIn(users, user)), ...users];
  const toggle = (user: ListedUser) => onChange(isIn(added, user) ? added.filter(({ _id }) => _id !== user._id) : [...added, user]);
  return (
    <div className="grid gap-2">
      <SearchField value={typed} onChange={setTyped} placeholder="Find users to add..." />
      <p role="status" className="text-ink-muted text-sm empty:hidden">
        {error ? loadErrorMessage(error, "Failed to load users") : null}
        {total === null || error ? null : countOf(total, ["user matches", "users match"])}
        {total !== null && total > SHOWN ? `, the first ${SHOWN} are shown` : null}
      </p>
      {shown.length > 0 ? (
        <ul aria-label="Users to add" className="divide-y overflow-hidden rounded-lg border">
          {shown.map((user) => {
            const isMarked = isIn(added, user);
            return (
              <UserRow key={user._id} {...{ user, isMarked }} badge={isMarked && "To be added"} onToggle={() => toggle(user)} mark="add" />
            );
          })}
        </ul>
      ) : null}
    </div>
  );
}

const PREVIEW_PATH = `${GROUPS_PATH}/preview`;
const addedSchema = z.object(addedMembersFields);

function describeAdded({ added, invited }: z.infer<typeof addedSchema>): string {
  const members = countOf(added, ["member was", "members were"]);
  return `${members} added${invited > 0 ? `, ${invited.toLocaleString("en-US")} of them by invitation` : ""}`;
}

interface AddMembersDialogProps {
  /** Id of the group. */
  group: string;
  sendsMail: boolean;
  onAdded: (message: string) => void;
  onClose: () => void;
}

/** Adds members by search, or by pasted addresses after a preview. */
export function AddMembersDialog({ group, sendsMail, onAdded, onClose }: AddMembersDialogProps) {
  const inviteId = useId();
  const [tab, setTab] = useState("search");
  const [chosen, setChosen] = useState<readonly ListedUser[]>([]);
  const [text, setText] = useState("");
  const [preview, setPreview] = useState<readonly AddressPreview[] | null>(null);
  const [wrongText, setWrongText] = useState<string>();
  const [isInviting, setIsInviting] = useState(false);
  const [end, setEnd] = useState<string | null>(null);
  const [busy, setBusy] = useState<"checking" | "saving" | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  const ofKind = (kind: AddressPreview["kind"]) => (preview ?? []).filter((one) => one.kind === kind).map(({ address }) => address);
  const [known, unknown] = [ofKind("known"), ofKind("new")];
  const addresses = tab === "search" ? chosen.map(({ email }) => email) : [...known, ...(isInviting ? unknown : [])];

  function changeText(changed: string) {
    setText(changed);
    setPreview(null);
    setWrongText(undefined);
  }

  async function check() {
    setBusy("checking");
    try {
      setPreview(parseAnswer(previewAnswerSchema, await sendJson("POST", PREVIEW_PATH, { text, group })).addresses);
    } catch (error) {
      setWrongText(serverMessage(error, "Failed to check addresses"));
    }
    setBusy(null);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    setBusy("saving");
    setFailure(null);
    try {
      const invite = tab === "paste" && isInviting;
      onAdded(
        describeAdded(
          parseAnswer(addedSchema, await sendJson("POST", `${GROUPS_PATH}/${group}/members`, { addresses, invite, expiresAt: end })),
        ),
      );
    } catch (error) {
      setFailure(failureOf(error, serverMessage(error, "Failed to add members")));
      setBusy(null);
    }
  }

  return (
    <FormDialog
      title="Add Members"
      saveLabel={addresses.length > 0 ? `Add ${countOf(addresses.length, ["Member", "Members"])}` : "Add Members"}
      savingLabel="Adding..."
      isSaving={busy === "saving"}
      canSave={addresses.length > 0}
      isChanged={chosen.length > 0 || text.trim() !== "" || end !== null}
      failure={failure}
      onSubmit={(event) => void save(event)}
      onClose={onClose}
      className="sm:max-w-xl"
    >
      <Tabs value={tab} onValueChange={setTab} className="grid gap-4">
        <TabsList aria-label="How to add members">
          <TabsTrigger value="search">Find Users</TabsTrigger>
          <TabsTrigger value="paste">Paste Addresses</TabsTrigger>
        </TabsList>
        <TabsContent value="search">
          <AddedUsers added={chosen} onChange={setChosen} />
        </TabsContent>
        <TabsContent value="paste" className="grid gap-4">
          <PastedAddresses
            text={text}
            onChange={changeText}
            addresses={preview}
            isChecking={busy === "checking"}
            onCheck={() => void check()}
            error={wrongText}
          />
          {unknown.length > 0 ? (
            <div className="flex items-start gap-2.5">
              <Checkbox id={inviteId} checked={isInviting} onChange={(event) => setIsInviting(event.target.checked)} />
              <Label
                htmlFor={inviteId}
              >{`Invite ${countOf(unknown.length, ["new address", "new addresses"])} ${sendsMail ? "by mail " : ""}as users`}</Label>
            </div>
          ) : null}
          {isInviting && unknown.length > 0 && !sendsMail ? (
            <Notice live={false}>{NO_MAIL_SERVER} Copy the links of the invitations in User Management.</Notice>
          ) : null}
        </TabsContent>
      </Tabs>
      <EndField hint="The memberships end after this day. Leave empty for no end." value={end} onChange={setEnd} />
    </FormDialog>
  );
}

interface PastedAddressesProps {
  text: string;
  onChange: (text: string) => void;
  addresses: readonly AddressPreview[] | null;
  isChecking: boolean;
  onCheck: () => void;
  error: string | undefined;
}

/** A field for many addresses, which also reads a CSV file, and the preview of them. */
function PastedAddresses({ text, onChange, addresses, isChecking, onCheck, error }: PastedAddressesProps) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-4">
      <Field
        label="Addresses"
        hint="Up to 1,000, with commas, semicolons or line ends between them. A CSV file needs a column named Email."
        error={error}
      >
        {(control) => (
          <Textarea
            {...control}
            value={text}
            rows={5}
            spellCheck={false}
            autoCapitalize="none"
            placeholder={"ada@example.com\nGrace Harbour <grace@example.com>"}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" busy={isChecking} disabled={text.trim() === ""} onClick={onCheck}>
          Check Addresses
        </Button>
        <Button variant="secondary" onClick={() => file.current?.click()}>
          <FileUp aria-hidden />
          Read CSV File
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.txt,text/csv,text/plain"
          aria-label="CSV file"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = "";
            if (chosen) void chosen.text().then(onChange);
          }}
        />
      </div>
      {addresses ? <AddressPreviewList addresses={addresses} /> : null}
    </div>
  );
}
