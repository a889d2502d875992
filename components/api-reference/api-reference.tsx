"use client";

import "swagger-ui-dist/swagger-ui.css";
import "./api-reference.css";
import "./calls.css";
import "./authorization.css";
import "./narrow.css";
import { useCallback, useEffect, useRef, useState } from "react";
import { FailurePanel } from "@/components/shared/failure-panel";
import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { PageHeader } from "@/components/shared/page-header";
import { DOCUMENT_PATH, mountReference } from "./mount-reference";

type State = "loading" | "ready" | "failed";

/** Every call of the product, to read and to try with one's own session. */
export function ApiReference() {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>("loading");
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try mounts it anew
  useEffect(() => {
    if (!container.current) return;
    // Of its own, since Swagger UI keeps what it was given, and this may run twice.
    const place = document.createElement("div");
    container.current.append(place);
    let stop: () => void = () => undefined;
    let isGone = false;
    mountReference(place).then(
      (stopMending) => {
        stop = stopMending;
        if (isGone) stop();
        else setState("ready");
      },
      () => {
        if (!isGone) setState("failed");
      },
    );
    return () => {
      isGone = true;
      stop();
      place.remove();
    };
  }, [tries]);

  const retry = useCallback(() => {
    setState("loading");
    setTries((count) => count + 1);
  }, []);

  return (
    <div className="grid gap-5">
      <PageHeader
        title="API"
        description={
          <>
            Every call of this product, to read and to try. Programs read{" "}
            <a href={DOCUMENT_PATH} className="text-accent-ink underline">
              openapi.json
            </a>
            .
          </>
        }
      />
      {state === "loading" ? <TableSkeleton label="Loading the calls..." /> : null}
      {state === "failed" ? (
        <FailurePanel
          error={null}
          message="Failed to load the calls"
          retryLabel="Try Again"
          isBusy={false}
          onRetry={retry}
          isLine={false}
        />
      ) : null}
      <div ref={container} className="api-reference min-w-0" hidden={state !== "ready"} />
    </div>
  );
}
