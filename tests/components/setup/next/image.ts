/** Stands for `next/image` in component tests. Shows the image as it is. */
import type { ImgHTMLAttributes } from "react";

export function getImageProps({ src, ...props }: ImgHTMLAttributes<HTMLImageElement> & { src: string | { src: string } }) {
  return { props: { ...props, src: typeof src === "string" ? src : src.src } };
}
