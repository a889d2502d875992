"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { PasswordInput } from "@/components/shared/password-input";
import { sendJson } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { type SignInInput, signInSchema } from "@/lib/accounts/schema";
import { noTokenMessage, signInErrorMessage } from "./sign-in-error";

const answerSchema = z.object({ token: z.string().min(1) });

interface SignInFormProps {
  /** Path to go on to; checked before it comes here. */
  next: string;
}

export function SignInForm({ next }: SignInFormProps) {
  const [failure, setFailure] = useState("");
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useForm<SignInInput>({ resolver: zodResolver(signInSchema), defaultValues: { email: "", password: "" } });
  const { errors, isSubmitting } = form.formState;
  const isBusy = isSubmitting || isLeaving;

  async function signIn(input: SignInInput) {
    setFailure("");
    try {
      const answer = await sendJson("POST", "/api/auth/login", input);
      if (!answerSchema.safeParse(answer).success) {
        setFailure(noTokenMessage);
        return;
      }
      setIsLeaving(true);
      // A whole load: the way on may lead to a map, which is no page of this application.
      window.location.assign(next);
    } catch (error) {
      setFailure(signInErrorMessage(error, navigator.onLine));
    }
  }

  return (
    // POST, so that a press before the script is here can never put the password into the address.
    <form noValidate method="post" onSubmit={form.handleSubmit(signIn)} className="grid gap-5">
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("email")}
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            className="h-11"
          />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...form.register("password")} autoComplete="current-password" className="h-11" />}
      </Field>
      <Button type="submit" size="large" busy={isBusy} className="mt-1 w-full">
        {isBusy ? "Signing In..." : "Log In"}
      </Button>
    </form>
  );
}
