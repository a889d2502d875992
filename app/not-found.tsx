import type { Metadata } from "next";
import Link from "next/link";
import { Button } from "@/components/ui/button";

export const metadata: Metadata = { title: "404 Not Found" };

export default function NotFound() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-6 text-center">
      <svg viewBox="0 0 160 66" aria-hidden="true" className="w-40 text-accent" fill="none" stroke="currentColor" strokeLinecap="round">
        <path d="M10 22c12 9 23 9 35 0s23-9 35 0 23 9 35 0 23-9 35 0" strokeWidth="4" />
        <path d="M27 40c12 9 23 9 35 0s23-9 35 0 23 9 35 0" strokeWidth="4" opacity=".55" />
        <path d="M62 56c7 4 13 4 18 0s12-4 18 0" strokeWidth="4" opacity=".25" />
      </svg>
      <h1 className="font-semibold text-2xl tracking-tight">404 Not Found</h1>
      <Button asChild variant="secondary">
        <Link href="/">Back</Link>
      </Button>
    </main>
  );
}
