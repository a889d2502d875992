import { cn } from "@/components/ui/cn";
import type { Branding } from "@/lib/branding/schema";

type Brand = Pick<Branding, "name" | "logo" | "logoOnWhite">;

/** The logo and the name of the product, on the dark colours of the sidebar. */
export function Logo({ brand: { name, logo, logoOnWhite }, className }: { brand: Brand; className?: string }) {
  return (
    <span className={cn("inline-flex min-w-0 items-center gap-2.5", className)}>
      {logo === null ? (
        mark
      ) : (
        // biome-ignore lint/performance/noImgElement: the component would load code only to render this element
        <img
          src={logo}
          alt=""
          className={cn("h-[1.9em] min-w-0 max-w-[7em] object-contain", logoOnWhite && "rounded-md bg-white px-[0.3em] py-[0.15em]")}
        />
      )}
      <span className="min-w-0 truncate font-semibold tracking-tight">{name}</span>
    </span>
  );
}

const mark = (
  <svg viewBox="3 4.5 26 22" aria-hidden="true" className="h-[1.6em] w-auto shrink-0" fill="none" strokeLinecap="round" strokeWidth="2.2">
    <path d="M4.5 14.8C8.2 9.3 12 6.6 16 6.6s7.8 2.7 11.5 8.2" stroke="currentColor" />
    <path d="M4.5 19.6c2.6 1.9 5.1 1.9 7.7 0s5-1.9 7.6 0 5.1 1.9 7.7 0" className="stroke-sidebar-accent" />
    <path d="M10.3 24.8c1.9 1.2 3.8 1.2 5.7 0s3.8-1.2 5.7 0" className="stroke-sidebar-accent opacity-55" />
    <path d="M11.8 15.6a4.4 4.4 0 1 1 8.4 0c-2.8-1.5-5.6-1.5-8.4 0Z" className="fill-sidebar-accent" />
  </svg>
);
