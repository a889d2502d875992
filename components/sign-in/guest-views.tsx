"use client";

import { type ComponentProps, type ReactNode, useCallback, useEffect, useEffectEvent, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { useEarlyForm } from "@/components/shared/form/use-early-form";
import { RequestError, sendJson } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { guestCodeSchema, guestSignInSchema } from "@/lib/projects/guests/schema";
import { CODE_MINUTES, CODE_ON_ITS_WAY } from "@/lib/projects/guests/values";
import { authErrorMessage, EmailInput, FormNotice, ViewHeading } from "./view-parts";

interface StepProps {
  title: string;
  lead: ReactNode;
  name: "email" | "code";
  first?: string;
  /** Checks the text and returns what is sent. */
  schema: z.ZodType<string>;
  hint?: string;
  label: string;
  control: (props: ComponentProps<"input">) => ReactNode;
  labels: { send: string; busy: string };
  isBusy?: boolean;
  send: (text: string) => Promise<void>;
  children?: ReactNode;
}

/** A form with one field. */
function Step({ title, lead, name, first = "", schema, hint, label, control, labels, isBusy = false, send, children }: StepProps) {
  const [failure, setFailure] = useState("");
  const clearFailure = useCallback(() => setFailure(""), []);
  const form = useForm<Record<string, string>>({ defaultValues: { [name]: first } });
  const { errors, isSubmitting } = form.formState;
  const early = useEarlyForm(form, save);
  const heading = useId();
  const busy = isSubmitting || isBusy;

  const focusField = useEffectEvent(() => form.setFocus(name));
  useEffect(() => focusField(), []);

  async function save(typed: Record<string, string>) {
    setFailure("");
    const refuse = (message = "") => form.setError(name, { message }, { shouldFocus: true });
    const { data, error } = schema.safeParse(typed[name]);
    if (error) return refuse(error.issues[0]?.message);
    try {
      await send(data);
    } catch (reason) {
      const message = reason instanceof RequestError ? reason.fields[name] : undefined;
      if (message) refuse(message);
      else setFailure(authErrorMessage(reason, navigator.onLine));
    }
  }

  return (
    <>
      <ViewHeading id={heading}>{title}</ViewHeading>
      <p className="text-ink-muted">{lead}</p>
      <form {...early} aria-labelledby={heading} className="mt-6 grid gap-5">
        <Field label={label} hint={hint} error={errors[name]?.message}>
          {(field) => control({ ...field, ...form.register(name) })}
        </Field>
        <Button type="submit" size="large" busy={busy} className="mt-1 w-full">
          {busy ? labels.busy : labels.send}
        </Button>
        {failure ? <FormNotice onDismiss={clearFailure}>{failure}</FormNotice> : null}
        {children}
      </form>
    </>
  );
}

const requestedSchema = z.object({ request: z.string() });
const signedInSchema = z.object({ path: z.string() });

interface GuestViewsProps {
  /** Safe name of the project. */
  project: string;
  /** Request whose code the visitor has, from the mail or before the page was loaded again. */
  first: string | null;
  /** Whether the server can mail codes. */
  isOn: boolean;
}

/** Asks a guest for the address, then for the code of the mail, and opens the map. */
export function GuestViews({ project, first, isOn }: GuestViewsProps) {
  const [request, setRequest] = useState(first);
  const [email, setEmail] = useState("");
  const [isLeaving, setIsLeaving] = useState(false);

  /** Phones may load the page again after the visit to the mail program, so the address has the request. */
  function show(next: string | null) {
    setRequest(next);
    window.history.replaceState(null, "", next === null ? window.location.pathname : `?request=${next}`);
  }

  if (!isOn) {
    return (
      <>
        <ViewHeading>Open a map as a guest</ViewHeading>
        <Notice live={false} className="mt-5">
          Guests can't sign in, because this server has no mail server to send codes. Ask the person who sent you the link.
        </Notice>
      </>
    );
  }
  if (request === null) {
    return (
      <Step
        key="email"
        title="Open a map as a guest"
        lead="Enter your email address. If it is admitted to the map, you get a code by mail."
        name="email"
        first={email}
        label="Email"
        schema={guestCodeSchema.shape.email}
        control={(props) => <EmailInput {...props} autoComplete="email" />}
        labels={{ send: "Send Code", busy: "Sending..." }}
        send={async (address) => {
          const answer = parseAnswer(requestedSchema, await sendJson("POST", "/api/guest/code", { project, email: address }));
          setEmail(address);
          show(answer.request);
        }}
      />
    );
  }
  return (
    <Step
      key={request}
      title="Enter the code"
      lead={
        <>
          {CODE_ON_ITS_WAY}
          {email ? (
            <>
              {" to "}
              <bdi className="wrap-anywhere font-medium text-ink">{email}</bdi>
            </>
          ) : null}
          . Also check your spam folder.
        </>
      }
      name="code"
      label="Code"
      hint={`6 digits, valid for ${CODE_MINUTES} minutes.`}
      schema={guestSignInSchema.shape.code}
      control={(props) => (
        <Input {...props} inputMode="numeric" autoComplete="one-time-code" spellCheck={false} className="h-11 font-mono tracking-widest" />
      )}
      labels={{ send: "Open Map", busy: "Opening..." }}
      isBusy={isLeaving}
      send={async (code) => {
        const { path } = parseAnswer(signedInSchema, await sendJson("POST", "/api/guest/session", { request, code }));
        setIsLeaving(true);
        window.location.assign(path);
      }}
    >
      <Button variant="link" size="inline" className="justify-self-center" onClick={() => show(null)}>
        Request another code
      </Button>
    </Step>
  );
}
