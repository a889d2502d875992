import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describeRoutes } from "@/app/api/openapi.json/document";
import { env } from "@/lib/env";
import { createApiDocument, describeSharedMounts, shareMounts } from "@/lib/openapi/document";
import { mounts } from "@/server/web/mounts";
import type { Answer } from "../../authorization/ask";

export interface DescribedOperation {
  operationId: string;
  description: string;
  "x-roles": string[];
  security?: object[];
  requestBody?: { required?: boolean; content: Record<string, { schema: object; example?: unknown }> };
  parameters?: { name: string; in: string; required?: boolean }[];
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema?: object; example?: unknown }> }>;
}

export interface DescribedDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, object>; responses: Record<string, DescribedOperation["responses"][string]> };
}

/** Returns the document as the product serves it, with version 0. */
export async function describedDocument(): Promise<DescribedDocument> {
  const { appOrigin, mapsOrigin } = env();
  shareMounts(mounts);
  const deployment = { appOrigin, mapsOrigin, cookieName: "sea-vision.session", version: "0" };
  const made: unknown = createApiDocument(deployment, [await describeRoutes(), describeSharedMounts()]);
  return JSON.parse(JSON.stringify(made)) as DescribedDocument;
}

/** Returns the path of a route in the document. `[id]` becomes `{id}` and `[...path]` becomes `{path}`. */
export function describedPath(route: string): string {
  return route.replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}");
}

const formats = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^[^\s@]+@[^\s@]+$/,
  binary: true,
} as const;

/** Validates values against the schemas of the document. Additional properties in responses are errors. */
export class DocumentValidator {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, formats });
  private readonly made = new Map<object, ValidateFunction>();

  constructor(readonly document: DescribedDocument) {
    this.ajv.addSchema({ $id: "document", components: document.components });
  }

  findFaults(schema: object, value: unknown): string[] {
    let validate = this.made.get(schema);
    if (!validate) {
      const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as object;
      validate = this.ajv.compile(absolute);
      this.made.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  }

  operation(route: string, method: string): DescribedOperation {
    const operation = this.document.paths[describedPath(route)]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${route} is not described.`);
    return operation;
  }

  response(operation: DescribedOperation, status: number): DescribedOperation["responses"][string] | undefined {
    const response = operation.responses[status];
    const name = response?.$ref?.split("/").at(-1);
    return name ? this.document.components.responses[name] : response;
  }
}

const typeOf = ({ headers }: Answer) => headers["content-type"]?.split(";")[0]?.trim() ?? "";

function valuesOf(answer: Answer): unknown[] {
  if (typeOf(answer) === "application/json") return [JSON.parse(answer.body)];
  if (typeOf(answer) !== "application/x-ndjson") return [];
  const lines = answer.body.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** Returns the undocumented parts of a response. */
export function faultsOfAnswer(validator: DocumentValidator, operation: DescribedOperation, answer: Answer, isHead: boolean): string[] {
  const response = validator.response(operation, answer.status);
  if (!response) return [`status ${answer.status} is not described`];
  const hasBody = !isHead && answer.body !== "";
  if (!hasBody) return [];
  const content = response.content?.[typeOf(answer)] ?? response.content?.["*/*"];
  if (!content) return [`${answer.status} of the type ${typeOf(answer)} is not described`];
  const { schema = {} } = content;
  return valuesOf(answer).flatMap((value) => validator.findFaults(schema, value));
}

/** Returns the undocumented parts of a successful request. */
export function faultsOfRequest(validator: DocumentValidator, operation: DescribedOperation, body: unknown): string[] {
  if (body === undefined || Buffer.isBuffer(body)) return [];
  const schema = operation.requestBody?.content["application/json"]?.schema;
  return schema ? validator.findFaults(schema, body) : ["a body is not described"];
}
