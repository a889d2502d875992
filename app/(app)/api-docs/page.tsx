import type { Metadata } from "next";
import { ApiReference } from "@/components/api/reference/api-reference";
import { pageViewer } from "@/lib/accounts/sessions/page";

export const metadata: Metadata = { title: "API" };

export default async function ApiDocsPage() {
  await pageViewer();
  return <ApiReference />;
}
