"use client";

import { useId, useState } from "react";
import { useBanner } from "@/components/shared/notices/banner";
import { sendJson, serverMessage } from "@/components/shared/request-json";
import { CardContent } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";

/** Turns mails that an account can do without on and off. */
export function MailSection({ mailsAssignments }: { mailsAssignments: boolean }) {
  const id = useId();
  const { showBanner } = useBanner();
  const [isOn, setIsOn] = useState(mailsAssignments);

  async function change(next: boolean) {
    setIsOn(next);
    try {
      await sendJson("PUT", "/api/user/preferences", { mailsAssignments: next });
    } catch (error) {
      setIsOn(!next);
      showBanner({ tone: "error", message: serverMessage(error, "The setting was not saved.") });
    }
  }

  return (
    <CardContent>
      <label htmlFor={id} className="flex cursor-pointer items-center gap-3 py-1">
        <Checkbox id={id} checked={isOn} onChange={({ target }) => void change(target.checked)} />
        Email me when a map is assigned to me
      </label>
    </CardContent>
  );
}
