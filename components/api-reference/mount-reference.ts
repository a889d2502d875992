import { z } from "zod";
import { mendAccessibility } from "./mend-accessibility";
import { LAYOUT, referenceLayout } from "./reference-layout";

/** Where the product describes its calls. */
export const DOCUMENT_PATH = "/api/openapi.json";

const TOKEN_FIELD =
  "Calls on this page are made with your own session. To make them as somebody else, give the `token` that signing in answers with.";

const schemesSchema = z.looseObject({ components: z.looseObject({ securitySchemes: z.looseObject({ token: z.looseObject({}) }) }) });

/**
 * The description as this page needs it: without the session's cookie, which the browser sends by itself and no script can
 * read or set, so that a field for it would do nothing.
 */
async function readDocument(): Promise<unknown> {
  const answer = await fetch(DOCUMENT_PATH);
  if (!answer.ok) throw new Error(`The description of the calls was answered with ${answer.status}.`);
  const { components, ...described } = schemesSchema.parse(await answer.json());
  const { token } = components.securitySchemes;
  return { ...described, components: { ...components, securitySchemes: { token: { ...token, description: TOKEN_FIELD } } } };
}

/** Shows the calls. Swagger UI is large, so it comes when it is needed. @returns ends what goes on */
export async function mountReference(domNode: HTMLElement): Promise<() => void> {
  const [{ default: SwaggerUI }, spec] = await Promise.all([import("swagger-ui-dist/swagger-ui-es-bundle.js"), readDocument()]);
  const stopMending = mendAccessibility(domNode);
  SwaggerUI({
    domNode,
    spec,
    plugins: [referenceLayout],
    layout: LAYOUT,
    // Links within the buttons that open a call would be reached by no screen reader.
    deepLinking: false,
    // Shapes stand with the calls that have them.
    defaultModelsExpandDepth: -1,
    docExpansion: "none",
    filter: true,
    // Its colours are too faint on our grounds.
    syntaxHighlight: false,
    // Nothing is sent to another host.
    validatorUrl: null,
  });
  return stopMending;
}
