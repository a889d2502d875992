import type { Metadata } from "next";
import { ApiReference } from "@/components/api-reference/api-reference";
import { pageViewer } from "@/lib/accounts/sessions/page";

export const metadata: Metadata = { title: "API" };

/** /api-docs, for every role: what they may not do, a call tells them. */
export default async function ApiDocsPage() {
  await pageViewer();
  return <ApiReference />;
}
