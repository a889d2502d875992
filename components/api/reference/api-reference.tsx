"use client";

import "swagger-ui-dist/swagger-ui.css";
import "./api-reference.css";
import { useTheme } from "next-themes";
import { useEffect, useRef } from "react";
import useSWRImmutable from "swr/immutable";
import { z } from "zod";
import { FailurePanel } from "@/components/shared/failure-panel";
import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { PageHeader } from "@/components/shared/page-header";
import { requestJson } from "@/components/shared/request-json";

interface SwaggerSystem {
  React: { Fragment: unknown; createElement(type: unknown, properties: object | null, ...children: unknown[]): unknown };
}

interface LayoutProperties {
  /** @param isContainer true for a component that reads its properties from the store */
  getComponent(name: string, isContainer?: boolean): unknown;
}

const LAYOUT = "EmbeddedLayout";

/** Embeds Swagger UI in a page: removes its `main` element, title and servers, and labels controls that have no name. */
function swaggerPlugin({ React: { Fragment, createElement } }: SwaggerSystem) {
  // biome-ignore lint/correctness/noComponentHookFactories: Swagger UI calls a plugin once, with the React that its components need
  const EmbeddedLayout = ({ getComponent }: LayoutProperties) => {
    const part = (name: string) => createElement(getComponent(name, true), null);
    const parts = ["InfoContainer", "FilterContainer", "AuthorizeBtnContainer", "errors", "operations"].map(part);
    return createElement("div", { className: "swagger-ui" }, createElement(getComponent("SvgAssets"), null), ...parts);
  };
  const named = (name: string) => (Original: unknown) => (properties: object) =>
    createElement(Original, { "aria-label": name, ...properties });
  const closeIcon = (Original: unknown) => (properties: object) =>
    createElement(Fragment, null, createElement(Original, properties), createElement("span", { className: "sr-only" }, "Close"));
  return { components: { [LAYOUT]: EmbeddedLayout }, wrapComponents: { TextArea: named("Request body"), CloseIcon: closeIcon } };
}

/** The parts of the API description that the page changes. */
const documentSchema = z.looseObject({
  servers: z.unknown(),
  components: z.looseObject({ securitySchemes: z.looseObject({ token: z.looseObject({}) }) }),
});

const DOCUMENT_PATH = "/api/openapi.json";

const TOKEN_FIELD = "Calls on this page use your own session. To use another account, enter the `token` from its sign-in response.";

async function loadReference() {
  const [{ default: swaggerUi }, document] = await Promise.all([
    import("swagger-ui-dist/swagger-ui-es-bundle.js"),
    requestJson(DOCUMENT_PATH),
  ]);
  const { components, servers: _, ...described } = documentSchema.parse(document);
  const token = { ...components.securitySchemes.token, description: TOKEN_FIELD };
  return { swaggerUi, spec: { ...described, components: { ...components, securitySchemes: { token } } } };
}

function Calls({ swaggerUi, spec }: Awaited<ReturnType<typeof loadReference>>) {
  const container = useRef<HTMLDivElement>(null);
  const { resolvedTheme } = useTheme();
  useEffect(() => {
    document.documentElement.classList.toggle("dark-mode", resolvedTheme === "dark");
    return () => document.documentElement.classList.remove("dark-mode");
  }, [resolvedTheme]);

  useEffect(() => {
    const domNode = document.createElement("div");
    container.current?.append(domNode);
    swaggerUi({
      domNode,
      spec,
      plugins: [swaggerPlugin],
      layout: LAYOUT,
      deepLinking: false,
      defaultModelsExpandDepth: -1,
      docExpansion: "none",
      filter: true,
      syntaxHighlight: false,
      validatorUrl: null,
    });
    return () => domNode.remove();
  }, [swaggerUi, spec]);
  return <div ref={container} className="api-reference min-w-0" />;
}

export function ApiReference() {
  const { data, error, isValidating, mutate } = useSWRImmutable("api-reference", loadReference, { shouldRetryOnError: false });
  return (
    <div className="grid gap-5">
      <PageHeader
        title="API"
        description={
          <>
            Read about every call and try it. Programs can use{" "}
            <a href={DOCUMENT_PATH} className="text-accent-ink underline">
              openapi.json
            </a>
            .
          </>
        }
      />
      <h2 className="sr-only">Calls</h2>
      {data ? <Calls {...data} /> : null}
      {!data && error ? (
        <FailurePanel
          error={error}
          message="Failed to load the API reference"
          retryLabel="Try Again"
          isBusy={isValidating}
          onRetry={() => void mutate()}
        />
      ) : null}
      {data || error ? null : <TableSkeleton label="Loading the API reference..." />}
    </div>
  );
}
