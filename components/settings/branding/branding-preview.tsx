import { Logo } from "@/components/shared/logo";
import { buttonStyles } from "@/components/ui/button-styles";
import { cn } from "@/components/ui/cn";
import { type Theme, tokensOf } from "@/lib/branding/accent/shades";
import type { Branding } from "@/lib/branding/schema";

interface BrandingPreviewProps {
  brand: Pick<Branding, "name" | "accent" | "logo" | "logoOnWhite">;
  theme: Theme;
}

/** A part of a screen with the branding that is being edited, in one theme. Nothing in it can be used. */
export function BrandingPreview({ brand, theme }: BrandingPreviewProps) {
  return (
    <figure className="grid min-w-0 gap-1.5">
      <div className={cn(theme, "overflow-hidden rounded-lg border bg-canvas text-ink")} style={tokensOf(brand.accent, theme)}>
        <div className="flex h-13 items-center bg-sidebar px-4 text-base text-sidebar-ink">
          <Logo brand={brand} />
        </div>
        <div className="grid justify-items-start gap-3 p-4">
          <div className="grid gap-0.5">
            <p className="font-semibold">Harbour depths</p>
            <p className="text-ink-muted text-sm">
              Updated today · <span className="text-accent-ink underline underline-offset-2">Details</span>
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <span className={buttonStyles({ size: "small" })}>Open Map</span>
            <span className="rounded-md bg-accent-soft px-2 py-0.5 font-medium text-accent-ink text-sm">Shared</span>
            <span className="size-4 rounded-full border-4 border-accent" />
          </div>
        </div>
      </div>
      <figcaption className="text-ink-muted text-sm">{theme === "light" ? "Light theme" : "Dark theme"}</figcaption>
    </figure>
  );
}
