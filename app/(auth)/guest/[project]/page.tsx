import type { Metadata } from "next";
import { GuestViews } from "@/components/sign-in/guest-views";
import { rowIdSchema } from "@/lib/accounts/schema";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Open a map as a guest", robots: { index: false, follow: false } };

/** Where guests of a map sign in. It looks the same for every project, existing or not. */
export default async function GuestPage({ params, searchParams }: PageProps<"/guest/[project]">) {
  const [{ project }, { request }] = await Promise.all([params, searchParams]);
  return <GuestViews project={project} first={rowIdSchema.safeParse(request).data ?? null} isOn={env().deliversMail} />;
}
