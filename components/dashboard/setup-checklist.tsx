"use client";

import { Circle, CircleCheck, X } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useId, useState } from "react";
import { NOTICE_MS, UNDO_NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { requestJson, sendJson, serverMessage } from "@/components/shared/request-json";
import { Button, IconButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { SETUP_PATH, type Setup, type SetupStep } from "@/lib/projects/setup/schema";

/** Lets a label wrap in a narrow card with large text. */
const wrapping = "h-auto min-h-8 max-w-full whitespace-normal py-1";

interface StepTexts {
  title: string;
  text: ReactNode;
  link?: { label: string; path: string };
}

function textsOf({ sendsMail, thumbnailProblem }: Setup): Record<SetupStep, StepTexts> {
  return {
    "sign-in": {
      title: "Secure your sign-in",
      text: "Add a passkey or an authenticator app to your account.",
      link: { label: "Open Settings", path: "/settings" },
    },
    mail: {
      title: "Set up mail",
      text: sendsMail ? (
        "Check that mails arrive. The test mail goes to your address."
      ) : (
        <>
          Set <code>SMTP_URL</code> on the server. Until then, you copy links for people. See “Mail” in docs/operations.md.
        </>
      ),
    },
    map: {
      title: "Publish your first map",
      text: "Upload a folder, data files or a ZIP.",
      link: { label: "Create Project", path: "/projects?mode=create" },
    },
    people: {
      title: "Invite the first person",
      text: "Users open the maps that you assign to them.",
      link: { label: "Add User", path: "/users?add=" },
    },
    backup: {
      title: "Make a backup",
      text: (
        <>
          Run <code>npm run backup</code> on the server, and repeat it every day. See docs/backup.md.
        </>
      ),
    },
    thumbnails: { title: "Show pictures of maps", text: `${thumbnailProblem}. See “Thumbnails” in docs/operations.md.` },
  };
}

/** Shows what is left to do on a new installation. It is gone when all is done, or dismissed for every superadmin. */
export function SetupChecklist({ setup }: { setup: Setup }) {
  const { showBanner } = useBanner();
  const headingId = useId();
  const [isDismissed, setIsDismissed] = useState(false);
  const [isMailTested, setIsMailTested] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const steps = setup.steps.map(({ name, isDone }) => ({ name, isDone: isDone || (name === "mail" && isMailTested) }));
  const done = steps.filter(({ isDone }) => isDone).length;
  const texts = textsOf(setup);

  async function dismiss(next: boolean) {
    try {
      await sendJson("PUT", SETUP_PATH, { isDismissed: next });
      setIsDismissed(next);
      if (!next) return;
      const action = { label: "Undo", run: () => void dismiss(false) };
      showBanner({ tone: "success", message: "Checklist dismissed", action, timeout: UNDO_NOTICE_MS });
    } catch (error) {
      showBanner({ tone: "error", message: serverMessage(error, "Failed to dismiss the checklist"), timeout: NOTICE_MS });
    }
  }

  async function sendTestMail() {
    setIsSending(true);
    try {
      const { message } = (await requestJson(`${SETUP_PATH}/test-mail`, { method: "POST" })) as { message: string };
      setIsMailTested(true);
      showBanner({ tone: "success", message });
    } catch (error) {
      showBanner({ tone: "error", message: serverMessage(error, "Failed to send the test mail"), timeout: UNDO_NOTICE_MS });
    }
    setIsSending(false);
  }

  if (isDismissed || done === steps.length) return null;
  const testMail = (
    <Button variant="secondary" size="small" busy={isSending} onClick={() => void sendTestMail()} className={wrapping}>
      Send Test Mail
    </Button>
  );
  return (
    <Card aria-labelledby={headingId}>
      <header className="flex flex-wrap items-center gap-x-3 border-b px-5 py-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <h2 id={headingId} className="font-semibold text-lg">
            Set up Sea-Vision
          </h2>
          <p className="text-ink-muted">
            {done} of {steps.length} done
          </p>
        </div>
        <IconButton icon={X} label="Dismiss" variant="ghost" size="small" onClick={() => void dismiss(true)} />
      </header>
      <ul className="grid gap-x-8 px-5 py-2 @table:grid-cols-2">
        {steps.map(({ name, isDone }) => {
          const { title, text, link } = texts[name];
          const Icon = isDone ? CircleCheck : Circle;
          return (
            <li key={name} className="flex items-start gap-3 py-2.5">
              <Icon aria-hidden className={cn("mt-0.5 size-5 shrink-0", isDone ? "text-accent" : "text-ink-muted")} />
              <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
                <div className="min-w-0 flex-1 basis-48">
                  <h3 className={cn("font-medium", isDone && "text-ink-muted")}>
                    {title}
                    {isDone ? <span className="sr-only"> (done)</span> : null}
                  </h3>
                  {isDone ? null : <p className="wrap-anywhere text-ink-muted text-sm">{text}</p>}
                </div>
                {link && !isDone ? (
                  <Button asChild variant="secondary" size="small" className={wrapping}>
                    <Link href={link.path}>{link.label}</Link>
                  </Button>
                ) : null}
                {name === "mail" && setup.sendsMail && !isDone ? testMail : null}
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
