import { styled } from "./cn";

export const Card = styled("section", "rounded-lg border bg-raised shadow-low");
export const CardContent = styled("div", "p-5");
export const CardFooter = styled("footer", "flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3");
