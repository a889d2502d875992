import { redirect } from "next/navigation";
import { pageViewer } from "@/lib/sessions/page";

/** Where signing in leads. The projects are what every role has. */
export default async function DashboardPage() {
  await pageViewer();
  redirect("/projects");
}
