"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { SlidersHorizontal } from "lucide-react";
import { type ChangeEventHandler, useEffect, useId, useMemo, useState } from "react";
import { Controller, useController, useForm } from "react-hook-form";
import { z } from "zod";
import { countOf } from "@/components/shared/count-of";
import { FormFailure, formFailure, showServerError } from "@/components/shared/form/form-failure";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { Select } from "@/components/shared/form/select";
import { DiscardQuestion, useLeaveQuestion } from "@/components/shared/form/use-leave-question";
import { isGone, UNREACHABLE } from "@/components/shared/load-error";
import { useBanner } from "@/components/shared/notices/banner";
import { RequestError, requestJson, sendJson, serverMessage } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Button, IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field, Label } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { DESCRIPTION_MAX, type ProjectDetails, projectDetailsSchema } from "@/lib/projects/schema";
import { sparse } from "../sparse-answers";
import { AssignedUsers } from "./assigned-users";
import { type EditFormSchema, editableFields, editFormSchema, SETTINGS, settingNames } from "./edit-form";
import { OvertakenNotice } from "./overtaken-notice";

const detailsSchema = sparse(z.object({ project: projectDetailsSchema }));
const editedSchema = sparse(z.object({ message: z.string(), project: projectDetailsSchema }));

interface EditProjectPanelProps {
  project: ProjectDetails;
  takesFocus: boolean;
  onSaving: (isSaving: boolean) => void;
  onSaved: (project: ProjectDetails) => void;
  onGone: () => void;
  onMapSettings: () => void;
  onCancel: () => void;
  onClose: () => void;
}

export function EditProjectPanel({
  project,
  takesFocus,
  onSaving,
  onSaved,
  onGone,
  onMapSettings,
  onCancel,
  onClose,
}: EditProjectPanelProps) {
  const formId = useId();
  const { showBanner } = useBanner();
  const [marked, onMark] = useState<ReadonlySet<string>>(new Set());
  const [before, setBefore] = useState(() => editableFields(project));
  const [overtaken, setOvertaken] = useState<RequestError["fields"] | null>(null);
  const schema = useMemo(() => editFormSchema(before), [before]);
  const form = useForm<z.input<EditFormSchema>, unknown, z.output<EditFormSchema>>({
    resolver: zodResolver(schema),
    defaultValues: before,
  });
  const { field: startPage } = useController({ control: form.control, name: "startPage" });
  const { errors, isDirty, isSubmitting } = form.formState;
  const { length } = form.watch("description");
  const removed = marked.size;
  const question = useLeaveQuestion(isDirty || removed > 0);
  const failure = formFailure(errors);
  useEffect(() => (takesFocus ? form.setFocus("description") : undefined), [form, takesFocus]);

  /** Keeps what the user changed, and takes the newer values of the other fields. */
  async function showOvertaken(fields: RequestError["fields"]) {
    const newer = parseAnswer(detailsSchema, await requestJson(`/api/project/details/${project._id}`)).project;
    const values = editableFields(newer);
    setBefore(values);
    form.reset(values, { keepDirtyValues: true });
    setOvertaken(fields);
  }

  function showFailure(error: unknown) {
    showServerError(form, error, serverMessage(error, "Failed to update project", UNREACHABLE));
    if (isGone(error)) onGone();
  }

  const onSubmit = form.handleSubmit(async (changes) => {
    onSaving(true);
    setOvertaken(null);
    try {
      const edit = { ...changes, before, deassignUserIds: [...marked] };
      const answer = parseAnswer(editedSchema, await sendJson("PUT", `/api/project/edit/${project._id}`, edit));
      showBanner({ tone: "success", message: answer.message });
      onSaved(answer.project);
    } catch (error) {
      const isOvertaken = error instanceof RequestError && error.status === 409 && Object.keys(error.fields).length > 0;
      if (isOvertaken) await showOvertaken(error.fields).catch(showFailure);
      else showFailure(error);
    } finally {
      onSaving(false);
    }
  });

  return (
    <>
      <DialogBody>
        <form id={formId} noValidate method="post" onSubmit={onSubmit} className="grid gap-5">
          {project.isDataMap ? (
            <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border bg-surface px-4 py-3">
              <p className="text-ink-muted text-sm">Title, layers, basemap and first view of this map of data.</p>
              <IconButton icon={SlidersHorizontal} label="Map Settings" variant="secondary" onClick={() => leaveScreen(onMapSettings)} />
            </div>
          ) : null}
          <Field
            label="Description"
            error={errors.description?.message}
            aside={<span className={length > DESCRIPTION_MAX ? "text-danger-ink" : undefined}>{`${length}/${DESCRIPTION_MAX}`}</span>}
          >
            {(control) => <Textarea {...control} {...form.register("description")} />}
          </Field>
          <Field label="Map URL" hint={mapUrlHint(project)} error={errors.mapUrl?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register("mapUrl")}
                type="url"
                inputMode="url"
                placeholder="https://"
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
          {project.pages.length > 0 ? (
            <Field label="Start Page" hint="Visitors see this page first." error={errors.startPage?.message}>
              {({ id }) => (
                <Select id={id} value={startPage.value} onChange={startPage.onChange} options={project.pages.map((path) => [path, path])} />
              )}
            </Field>
          ) : null}
          {settingNames.map((name) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field }) => <Setting {...SETTINGS[name]} checked={field.value} onChange={field.onChange} />}
            />
          ))}
          <section aria-label="Assigned Users" className="grid gap-2">
            <h3 className="font-medium text-sm">Assigned Users ({project.assignedUsers.length.toLocaleString("en-US")})</h3>
            <p className="text-ink-muted text-sm">To give access to people and groups, use Access in the details.</p>
            <AssignedUsers users={project.assignedUsers} removal={{ marked, onMark }} />
            {removed > 0 ? (
              <p className="text-ink-muted text-sm">
                {countOf(removed, ["person loses", "people lose"])} access to the map when you save the changes.
              </p>
            ) : null}
          </section>
        </form>
      </DialogBody>
      {overtaken ? (
        <div className="px-5 pb-3">
          <OvertakenNotice
            fields={overtaken}
            onUseNewer={() => {
              form.reset(before);
              setOvertaken(null);
            }}
          />
        </div>
      ) : null}
      {failure ? (
        <div className="px-5 pb-3">
          <FormFailure failure={failure} />
        </div>
      ) : null}
      <DialogFooter>
        <Button variant="ghost" disabled={isSubmitting} onClick={onClose} className="mr-auto">
          Close
        </Button>
        <Button variant="secondary" disabled={isSubmitting} onClick={() => leaveScreen(onCancel)}>
          Cancel Edit
        </Button>
        <Button type="submit" form={formId} busy={isSubmitting}>
          {isSubmitting ? "Saving..." : "Save Changes"}
        </Button>
      </DialogFooter>
      <DiscardQuestion question={question}>What you changed has not been saved.</DiscardQuestion>
    </>
  );
}

function mapUrlHint({ fileCount }: ProjectDetails): string {
  return fileCount > 0
    ? "An http or https address to show in place of the uploaded map. Leave it empty to show the uploaded map."
    : "An http or https address. No map has been uploaded to this project.";
}

interface SettingProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: ChangeEventHandler<HTMLInputElement>;
}

function Setting({ label, hint, checked, onChange }: SettingProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-2.5 gap-y-1">
      <Checkbox id={id} aria-describedby={`${id}-hint`} checked={checked} onChange={onChange} />
      <Label htmlFor={id}>{label}</Label>
      <p id={`${id}-hint`} className="col-start-2 text-ink-muted text-sm">
        {hint}
      </p>
    </div>
  );
}
