"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { useController, useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { formFailure, showServerError } from "@/components/shared/form/form-failure";
import { ProjectChecklist } from "@/components/shared/form/project-checklist";
import { Select } from "@/components/shared/form/select";
import { useProjectNames } from "@/components/shared/form/use-project-names";
import { sendJson } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { createdApiTokenSchema, newApiTokenSchema, PEOPLE_TOKEN_DAYS, TOKEN_LIFETIMES } from "@/lib/accounts/api-tokens/schema";
import { type Role, type TokenScope, tokenScopeSchema } from "@/lib/accounts/sessions/schema";

type Values = z.input<typeof newApiTokenSchema>;
export type CreatedToken = z.infer<typeof createdApiTokenSchema>;

const scopeLabels: Readonly<Record<TokenScope, string>> = {
  read: "Read",
  publish: "Publish to chosen projects",
  everything: "Everything except accounts",
  people: "Manage accounts",
};
const scopeHints: Readonly<Record<TokenScope, string>> = {
  read: "Sees what you see. Changes nothing.",
  publish: "Replaces the maps of these projects, and nothing else.",
  everything: "Does what you can do, except accounts, signing in, passwords and API tokens.",
  people: "Creates, changes and deletes users and admins, and sets their passwords. Valid for at most 30 days.",
};

const lifetimesOf = (scope: TokenScope) =>
  TOKEN_LIFETIMES.filter((days) => scope !== "people" || days <= PEOPLE_TOKEN_DAYS).map(
    (days) => [String(days), days === 365 ? "1 year" : `${days} days`] as const,
  );

function offersScope(scope: TokenScope, role: Role): boolean {
  if (scope === "people") return role === "superadmin";
  return scope !== "publish" || role !== "user";
}

interface NewTokenDialogProps {
  role: Role;
  onCreated: (created: CreatedToken) => void;
  onClose: () => void;
}

export function NewTokenDialog({ role, onCreated, onClose }: NewTokenDialogProps) {
  const form = useForm<Values, unknown, z.output<typeof newApiTokenSchema>>({
    resolver: zodResolver(newApiTokenSchema),
    defaultValues: { name: "", scope: "read", projectIds: [], expiresInDays: 90 },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const [scope, days] = useWatch({ control: form.control, name: ["scope", "expiresInDays"] });
  const scopes = tokenScopeSchema.options.filter((one) => offersScope(one, role));

  function chooseScope(chosen: string) {
    form.setValue("scope", tokenScopeSchema.parse(chosen), { shouldDirty: true });
    if (chosen === "people") form.setValue("expiresInDays", Math.min(days, PEOPLE_TOKEN_DAYS));
    form.setValue("projectIds", []);
    form.clearErrors(["scope", "projectIds"]);
  }

  const create = form.handleSubmit(async (input) => {
    try {
      onCreated(parseAnswer(createdApiTokenSchema, await sendJson("POST", "/api/auth/tokens", input)));
    } catch (error) {
      showServerError(form, error, "Failed to create API token");
    }
  });

  return (
    <FormDialog
      title="New API Token"
      saveLabel="Create Token"
      savingLabel="Creating..."
      isSaving={isSubmitting}
      isChanged={isDirty}
      failure={formFailure(errors)}
      onSubmit={create}
      onClose={onClose}
    >
      <Field label="Name" required hint="What the token is for, such as the name of a pipeline" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} dir="auto" required autoComplete="off" />}
      </Field>
      <Field label="Scope" hint={scopeHints[scope]} error={errors.scope?.message}>
        {({ id }) => <Select id={id} value={scope} onChange={chooseScope} options={scopes.map((one) => [one, scopeLabels[one]])} />}
      </Field>
      {scope === "publish" ? <ProjectField form={form} /> : null}
      <Field label="Expires in" error={errors.expiresInDays?.message}>
        {({ id }) => (
          <Select
            id={id}
            value={String(days)}
            onChange={(chosen) => form.setValue("expiresInDays", Number(chosen), { shouldDirty: true })}
            options={lifetimesOf(scope)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function ProjectField({ form }: { form: ReturnType<typeof useForm<Values, unknown, z.output<typeof newApiTokenSchema>>> }) {
  const names = useProjectNames();
  const { field, fieldState } = useController({ control: form.control, name: "projectIds" });
  return (
    <ProjectChecklist
      ref={field.ref}
      label="Projects"
      projects={names.projects}
      loadError={names.error}
      onReload={() => void names.reload()}
      chosen={field.value ?? []}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  );
}

/** Shows a new token, once. It closes only by its buttons and Escape, so that a stray click doesn't lose the token. */
export function CreatedDialog({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    try {
      // Undefined on plain http, except on localhost.
      await navigator.clipboard.writeText(token);
      setOutcome("copied");
    } catch {
      setOutcome("refused");
      field.current?.select();
    }
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent className="sm:max-w-xl" onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader>
          <DialogTitle>API Token Created</DialogTitle>
          <DialogDescription>
            <bdi>{name}</bdi>
          </DialogDescription>
        </DialogHeader>
        <DialogBody className="grid gap-4">
          <Notice tone="warning" live={false}>
            Copy the token now and store it as a secret. You can't see it again.
          </Notice>
          <Field label="Token">
            {(control) => (
              <div className="flex flex-wrap gap-2">
                <Input
                  {...control}
                  ref={field}
                  value={token}
                  readOnly
                  spellCheck={false}
                  onFocus={(event) => event.target.select()}
                  className="min-w-0 flex-[1_1_14rem] font-mono"
                />
                <Button onClick={() => void copy()}>
                  {outcome === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
                  Copy
                </Button>
              </div>
            )}
          </Field>
          <p role="status" className="min-h-5 text-ink-muted text-sm">
            {outcome === "copied" ? "Token copied" : null}
            {outcome === "refused" ? "The browser doesn't allow copying. The token is selected: copy it with the keyboard." : null}
          </p>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
