"use client";

import { type ReactNode, useCallback, useEffect, useEffectEvent, useId, useState } from "react";
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

const TITLE = "Open a map as a guest";

const steps = {
  email: { title: TITLE, label: "Email", hint: "", schema: guestCodeSchema.shape.email, send: "Send Code", sending: "Sending..." },
  code: {
    ...{ title: "Enter the code", label: "Code", hint: `6 digits, valid for ${CODE_MINUTES} minutes.` },
    ...{ schema: guestSignInSchema.shape.code, send: "Open Map", sending: "Opening..." },
  },
} as const;

interface StepFormProps {
  step: keyof typeof steps;
  lead: string;
  send: (text: string) => Promise<void>;
  children?: ReactNode;
}

/** The form of one step, which has one field. */
function StepForm({ step, lead, send, children }: StepFormProps) {
  const { title, label, hint, schema, ...labels } = steps[step];
  const [failure, setFailure] = useState("");
  const clearFailure = useCallback(() => setFailure(""), []);
  const form = useForm<Record<string, string>>({ defaultValues: { [step]: "" } });
  const { errors, isSubmitting } = form.formState;
  const early = useEarlyForm(form, save);
  const heading = useId();

  const focusField = useEffectEvent(() => form.setFocus(step));
  useEffect(() => focusField(), []);

  async function save(typed: Record<string, string>) {
    setFailure("");
    const refuse = (message = "") => form.setError(step, { message }, { shouldFocus: true });
    const { data, error } = schema.safeParse(typed[step]);
    if (error) return refuse(error.issues[0]?.message);
    try {
      await send(data);
    } catch (reason) {
      const message = reason instanceof RequestError ? reason.fields[step] : undefined;
      if (message) refuse(message);
      else setFailure(authErrorMessage(reason, navigator.onLine));
    }
  }

  const code = { inputMode: "numeric", autoComplete: "one-time-code", className: "h-11 font-mono tracking-widest" } as const;
  return (
    <>
      <ViewHeading id={heading}>{title}</ViewHeading>
      <p className="wrap-anywhere text-ink-muted">{lead}</p>
      <form {...early} aria-labelledby={heading} className="mt-6 grid gap-5">
        <Field label={label} hint={hint} error={errors[step]?.message}>
          {(field) => {
            const props = { ...field, ...form.register(step) };
            return step === "email" ? <EmailInput {...props} autoComplete="email" /> : <Input {...props} {...code} />;
          }}
        </Field>
        <Button type="submit" size="large" busy={isSubmitting} className="mt-1 w-full">
          {isSubmitting ? labels.sending : labels.send}
        </Button>
        {failure ? <FormNotice onDismiss={clearFailure}>{failure}</FormNotice> : null}
        {children}
      </form>
    </>
  );
}

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

  /** Phones may load the page again after the visit to the mail program, so the address has the request. */
  function show(next: string | null) {
    setRequest(next);
    window.history.replaceState(null, "", next === null ? window.location.pathname : `?request=${next}`);
  }

  async function requestCode(address: string) {
    const answer = await sendJson("POST", "/api/guest/code", { project, email: address });
    setEmail(address);
    show(parseAnswer(z.object({ request: z.string() }), answer).request);
  }

  async function enterCode(code: string) {
    const answer = await sendJson("POST", "/api/guest/session", { request, code });
    window.location.assign(parseAnswer(z.object({ path: z.string() }), answer).path);
    // The form stays busy until the map replaces the page.
    await new Promise(() => undefined);
  }

  if (!isOn) {
    return (
      <>
        <ViewHeading>{TITLE}</ViewHeading>
        <Notice live={false} className="mt-5">
          Guests can't sign in, because this server has no mail server to send codes. Ask the person who sent you the link.
        </Notice>
      </>
    );
  }
  if (request === null) {
    const lead = "Enter your email address. If it is admitted to the map, you get a code by mail.";
    return <StepForm key="email" step="email" lead={lead} send={requestCode} />;
  }
  const lead = `${CODE_ON_ITS_WAY}${email && ` to ${email}`}. Also check your spam folder.`;
  return (
    <StepForm key={request} step="code" lead={lead} send={enterCode}>
      <Button variant="link" size="inline" className="justify-self-center" onClick={() => show(null)}>
        Request another code
      </Button>
    </StepForm>
  );
}
