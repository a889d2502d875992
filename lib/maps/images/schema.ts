import { z } from "zod";

export const imageTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type ImageType = (typeof imageTypes)[number];

export interface ImageHeader {
  type: ImageType;
  width: number;
  height: number;
  isWhole: boolean;
}

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** 8,000 by 5,000 pixels, which take 160 MB decoded. */
export const MAX_IMAGE_PIXELS = 40_000_000;

export const IMAGE_TYPE_MESSAGE = "The picture must be a PNG, JPEG or WebP file.";
export const IMAGE_SIZE_MESSAGE = "The picture is too large. The maximum size is 5 MB.";
export const IMAGE_PIXELS_MESSAGE = "The picture has too many pixels. The maximum is 40 megapixels.";
export const IMAGE_BROKEN_MESSAGE = "The picture cannot be read. Please choose another file.";

export const THUMBNAIL_TYPE = "image/webp";
export const THUMBNAIL_WIDTH = 640;
export const THUMBNAIL_HEIGHT = 400;

/** Response header for admins with the source of a thumbnail. Only a chosen one can be removed. */
export const IMAGE_SOURCE_HEADER = "X-Map-Image-Source";

export const imageChangeSchema = z.object({
  message: z.string(),
  project: z.object({
    _id: z.string(),
    mapImage: z.string().nullable().describe("Address of the picture; null while there is none."),
  }),
});
export type ImageChange = z.infer<typeof imageChangeSchema>;

export function isImageType(type: string): type is ImageType {
  return imageTypes.some((known) => known === type);
}
