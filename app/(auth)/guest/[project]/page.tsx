import type { Metadata } from "next";
import Link from "next/link";
import { GuestViews } from "@/components/sign-in/guest-views";
import { rowIdSchema } from "@/lib/accounts/schema";
import { branding } from "@/lib/branding/data";
import { env } from "@/lib/env";
import { MAPS_PATH } from "@/lib/maps/schema";
import { safeNameSchema } from "@/lib/projects/schema";

export const metadata: Metadata = { title: "Open a map as a guest", robots: { index: false, follow: false } };

/** Where guests of a map sign in. It looks the same for every project, existing or not. */
export default async function GuestPage({ params, searchParams }: PageProps<"/guest/[project]">) {
  const [{ project }, { request }] = await Promise.all([params, searchParams]);
  const { shareText } = branding();
  const name = safeNameSchema.safeParse(project).data;
  return (
    <>
      {/* From the address, so it says nothing about which maps exist. */}
      {name ? <p className="wrap-anywhere mb-1 font-semibold text-accent-ink">{name}</p> : null}
      <GuestViews project={project} first={rowIdSchema.safeParse(request).data ?? null} isOn={env().deliversMail} />
      <p className="mt-8 border-t pt-5 text-ink-muted">
        Do you have an account?{" "}
        <Link
          href={`/login?next=${encodeURIComponent(`${MAPS_PATH}/${project}/`)}`}
          className="font-medium text-accent-ink underline underline-offset-2"
        >
          Sign in
        </Link>
      </p>
      {shareText ? <p className="wrap-anywhere mt-4 whitespace-pre-line text-ink-muted">{shareText}</p> : null}
    </>
  );
}
