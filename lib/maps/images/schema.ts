import { z } from "zod";

/** What a picture may be sent as. Anything that could hold a script (SVG) is not among it. */
export const imageTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type ImageType = (typeof imageTypes)[number];

/** What an image says of itself before anything of it is decoded. */
export interface ImageHeader {
  type: ImageType;
  /** Pixels. */
  width: number;
  height: number;
  /** False for a file that was cut off, or is damaged as far as that can be told without decoding: decoders would paint what there is of it. */
  isWhole: boolean;
}

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** A photograph of 8,000 by 5,000. Decoded it takes 160 MB. */
export const MAX_IMAGE_PIXELS = 40_000_000;

export const IMAGE_TYPE_MESSAGE = "The picture must be a PNG, JPEG or WebP file.";
export const IMAGE_SIZE_MESSAGE = "The picture is too large. The maximum size is 5 MB.";
export const IMAGE_PIXELS_MESSAGE = "The picture has too many pixels. The maximum is 40 megapixels.";
export const IMAGE_BROKEN_MESSAGE = "The picture cannot be read. Please choose another file.";

/** Type of every picture that is kept. */
export const PICTURE_TYPE = "image/webp";
/** Pixels of every picture that is kept. */
export const PICTURE_WIDTH = 640;
export const PICTURE_HEIGHT = 400;

/** Names the source of a picture, in answers to admins: only a chosen one can be removed. */
export const IMAGE_SOURCE_HEADER = "X-Map-Image-Source";

/** What a change of a picture answers. */
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
