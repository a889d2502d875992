import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { inter, interCyrillic, interGreek, interLatinExtended } from "./fonts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Sea-Vision", template: "%s · Sea-Vision" },
  description: "Publish and view interactive map projects.",
  icons: { icon: { url: "/sea-vision.svg", type: "image/svg+xml" } },
  robots: { index: false, follow: false },
};

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
  return (
    // next-themes sets the class before the first paint, so it differs from the server's HTML.
    <html
      lang="en"
      suppressHydrationWarning
      className={cn(inter.variable, interLatinExtended.variable, interCyrillic.variable, interGreek.variable)}
    >
      <body className="min-h-dvh font-sans">
        <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange nonce={nonce}>
          {children}
        </ThemeProvider>
      </body>
    </html>
  );
}
