import type { Metadata } from "next";
import { EnrolmentView } from "@/components/shell/enrolment-view";
import { pageOwing } from "@/lib/accounts/sessions/page";
import { safeNextPath } from "@/lib/accounts/sessions/schema";

export const metadata: Metadata = { title: "Two-step verification" };

/** Where an account sets up the second factor that its role needs. Redirects those who have one. */
export default async function SecondFactorPage({ searchParams }: PageProps<"/second-factor">) {
  const { next: path } = await searchParams;
  const next = safeNextPath(path);
  const { email } = await pageOwing("second_factor_required", next);
  return <EnrolmentView next={next} email={email} />;
}
