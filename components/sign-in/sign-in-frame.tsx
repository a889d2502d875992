import { getImageProps } from "next/image";
import type { ReactNode } from "react";
import { Logo } from "@/components/shared/logo";
import { Notice } from "@/components/ui/notice";
import type { Branding } from "@/lib/branding/schema";
import seaChart from "./sea-chart.svg";

export function SignInFrame({ brand, children }: { brand: Branding; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <header className="relative flex min-h-44 shrink-0 flex-col justify-end bg-sidebar text-sidebar-ink sm:min-h-52 lg:min-h-dvh lg:w-[54%]">
        {/* Not a CSS background: Chromium would send the full URL as Referer, and a reset URL is secret. */}
        {/* biome-ignore lint/performance/noImgElement: the component would load code only to render this element */}
        <img {...getImageProps({ src: seaChart, alt: "", fill: true, loading: "eager" }).props} alt="" className="object-cover" />
        <div className="absolute inset-0 bg-linear-to-t from-sidebar via-sidebar/35 to-transparent lg:via-sidebar/10" />
        <div className="relative grid gap-2 p-6 sm:p-8 lg:p-12">
          <Logo brand={brand} className="text-2xl lg:text-3xl" />
          {brand.signInText ? (
            <p className="wrap-anywhere max-w-md whitespace-pre-line text-sidebar-ink/90 lg:text-lg">{brand.signInText}</p>
          ) : (
            <p className="hidden max-w-md text-lg text-sidebar-ink/85 lg:block">
              Publish interactive maps in seconds and choose who can open them.
            </p>
          )}
        </div>
      </header>
      {/* Fixed top, so that messages don't move the form. Clicks on plain buttons before hydration would be lost. */}
      <main className="flex flex-1 items-start justify-center px-6 py-10 sm:py-14 lg:px-12 lg:pt-[max(3.5rem,calc(50dvh-12rem))] [&:has([data-waiting=true])_button[type=button]]:pointer-events-none">
        <div className="w-full max-w-sm">
          <noscript>
            <Notice live={false} className="mb-6">
              {brand.name} needs JavaScript. Turn it on in your browser, then reload this page.
            </Notice>
          </noscript>
          {children}
        </div>
      </main>
    </div>
  );
}
