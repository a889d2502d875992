import { z } from "zod";
import { type DescribedCall, descriptionOf, emptyAnswer, jsonAnswer } from "@/lib/openapi/description";
import { type DocumentPart, describeOperations } from "@/lib/openapi/document";
import type { Operation } from "@/lib/openapi/operation";
import { etagHeader, rangeHeaders } from "@/lib/openapi/parameters";
import { routes } from "./routes";

/** The route of the document itself, which can't be in its own list of imports. */
const documentCall: DescribedCall = {
  callers: "everyone",
  summary: "Get this document",
  headers: rangeHeaders.pick({ "If-None-Match": true }),
  answers: {
    200: jsonAnswer(z.looseObject({ openapi: z.string() }), "OpenAPI 3.1.", etagHeader),
    304: emptyAnswer("The document has not changed.", etagHeader),
  },
};

async function operationsOf(tag: string, path: string, load: () => Promise<object>): Promise<Operation[]> {
  return Object.entries(await load()).flatMap(([method, handler]) => {
    const call = descriptionOf(handler);
    return call ? { tag, method, path, call } : [];
  });
}

/** Returns the part of the document with the route handlers of Next. */
export async function describeRoutes(): Promise<DocumentPart> {
  const loading = Object.entries(routes).flatMap(([tag, paths]) =>
    Object.entries(paths).map(([path, load]) => operationsOf(tag, path, load)),
  );
  const itself = { tag: "Product", method: "GET", path: "/api/openapi.json", call: documentCall };
  return describeOperations([...(await Promise.all(loading)).flat(), itself]);
}
