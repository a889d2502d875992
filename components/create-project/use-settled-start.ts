import { useState } from "react";
import type { UploadTarget } from "@/lib/publish/target";

/**
 * Begins something only after the server's word that it can be made.
 * @param warn tells the person why not
 * @returns `begin`, which waits for the target, or for the reason why there is none; and whether it waits just now
 */
export function useSettledStart(warn: (reason: string) => void) {
  const [isStarting, setIsStarting] = useState(false);

  async function begin(settling: Promise<UploadTarget | string>, proceed: (target: UploadTarget) => void): Promise<void> {
    setIsStarting(true);
    const target = await settling;
    setIsStarting(false);
    if (typeof target === "string") warn(target);
    else proceed(target);
  }

  return { isStarting, begin };
}
