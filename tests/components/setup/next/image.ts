/** Stands for `next/image` in component tests. Shows the image as it is. */
import type { ImgHTMLAttributes } from "react";

interface ImageProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, "src"> {
  src: string | { src: string };
  fill?: boolean;
}

export function getImageProps({ src, fill, style, ...props }: ImageProps) {
  const filling = fill ? ({ position: "absolute", inset: 0, width: "100%", height: "100%" } as const) : {};
  return { props: { ...props, src: typeof src === "string" ? src : src.src, style: { ...filling, ...style } } };
}
