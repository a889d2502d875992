"use client";

/** Replaces a page that failed. Every page contains it, so it is made of elements only. */
export default function PageError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <div role="alert" className="flex flex-col items-center gap-1 px-6 py-16 text-center">
        <p className="font-medium">Server error. Please try again later.</p>
        {error.digest ? <p className="max-w-sm text-ink-muted">{`Reference: ${error.digest}`}</p> : null}
        <button
          type="button"
          onClick={retry}
          className="mt-4 h-9 rounded-lg bg-accent px-4 font-medium text-on-accent shadow-low transition-colors hover:bg-accent-hover pointer-coarse:h-11"
        >
          Try Again
        </button>
      </div>
    </main>
  );
}
