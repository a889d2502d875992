import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { accentStyle } from "@/lib/branding/accent/shades";
import { branding } from "@/lib/branding/data";
import { inter, interCyrillic, interGreek, interLatinExtended } from "./fonts";
import "./globals.css";

export function generateMetadata(): Metadata {
  const { name, favicon } = branding();
  return {
    title: { default: name, template: `%s · ${name}` },
    description: "Publish and view interactive map projects.",
    icons: { icon: favicon === null ? { url: "/sea-vision.svg", type: "image/svg+xml" } : favicon },
    robots: { index: false, follow: false },
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#0a2138" },
    { media: "(prefers-color-scheme: dark)", color: "#081827" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Inline scripts need the nonce of this response's content security policy.
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const { accent } = branding();
  return (
    // next-themes sets the class before the first paint, so it differs from the server's HTML.
    <html
      lang="en"
      suppressHydrationWarning
      className={cn(inter.variable, interLatinExtended.variable, interCyrillic.variable, interGreek.variable)}
    >
      <body className="min-h-dvh font-sans">
        {accent ? <style nonce={nonce}>{accentStyle(accent)}</style> : null}
        <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange nonce={nonce}>
          {children}
        </ThemeProvider>
      </body>
    </html>
  );
}
