/** The size of the access dialog, which stays the same while its content changes. */
export const accessSize = "h-[92dvh] sm:h-[min(50rem,calc(100dvh-max(2rem,12dvh)))]";
