"use client";

import { useState } from "react";
import { useBanner } from "@/components/shared/notices/banner";
import { sendJson, serverMessage } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { FILES_PATH } from "@/lib/files/values";

const actions = {
  cancel: { method: "DELETE", label: "Cancel", failure: "The conversion could not be cancelled." },
  again: { method: "POST", label: "Convert again", failure: "The conversion could not be started." },
} as const;

interface ConversionButtonProps {
  action: keyof typeof actions;
  /** Of the project. */
  safeName: string;
  /** Path of the data file. */
  path: string;
  /** Names the file to screen readers. */
  name: string;
  /** Also called when the file is in another state by now. */
  onEnd: () => void;
}

/** Cancels the conversion of a data file, or starts it again. */
export function ConversionButton({ action, safeName, path, name, onEnd }: ConversionButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const { showBanner } = useBanner();
  const { method, label, failure } = actions[action];

  async function send(): Promise<void> {
    setBusy(true);
    try {
      await sendJson(method, `${FILES_PATH}/${safeName}/conversion`, { itemPath: path });
    } catch (error) {
      showBanner({ tone: "error", message: serverMessage(error, failure) });
    }
    onEnd();
    setBusy(false);
  }

  return (
    <Button variant="link" size="inline" busy={isBusy} aria-label={`${label}: ${name}`} onClick={() => void send()}>
      {label}
    </Button>
  );
}
