"use client";

import { useEffect, useRef, useState } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import { onProofNeeded } from "@/components/shared/request-json";

const ProofDialog = lazyPart(() => import("./proof-dialog").then(({ ProofDialog }) => ProofDialog));

interface Asked {
  answer: Promise<boolean>;
  end: (isProven: boolean) => void;
}

function newAsked(): Asked {
  let end: Asked["end"] = () => undefined;
  const answer = new Promise<boolean>((resolve) => {
    end = resolve;
  });
  return { answer, end };
}

/** Asks the person to prove who they are, when a call of any screen needs it. Calls that wait together share one dialog. */
export function ProofHost({ email }: { email: string }) {
  const asked = useRef<Asked | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  function end(isProven: boolean) {
    asked.current?.end(isProven);
    asked.current = null;
    setIsOpen(false);
  }

  useEffect(() => {
    onProofNeeded(() => {
      asked.current ??= newAsked();
      setIsOpen(true);
      return asked.current.answer;
    });
    return () => {
      onProofNeeded(null);
      asked.current?.end(false);
    };
  }, []);

  return isOpen ? <ProofDialog email={email} onProven={() => end(true)} onClose={() => end(false)} /> : null;
}
