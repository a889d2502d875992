/** Types of the Swagger UI options in use. The package has no types for this file. */
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  interface SwaggerUiOptions {
    domNode: HTMLElement;
    spec: unknown;
    deepLinking?: boolean;
    defaultModelsExpandDepth?: number;
    docExpansion?: "list" | "full" | "none";
    filter?: boolean;
    layout?: string;
    plugins?: readonly unknown[];
    syntaxHighlight?: boolean;
    validatorUrl?: null;
  }
  export default function SwaggerUI(options: SwaggerUiOptions): unknown;
}
