export const PRODUCT_NAME = "Sea-Vision";

/** Pictures have an address of their own, below this path. */
export const BRANDING_PATH = "/branding";
export const brandImageNames = ["logo", "favicon"] as const;
export type BrandImageName = (typeof brandImageNames)[number];

/** Largest file of a picture, in bytes, and its largest width and height in pixels. */
export const BRAND_IMAGE_BYTES = 200 * 1024;
export const BRAND_IMAGE_PIXELS = 4096;
export const BRAND_IMAGE_TOO_LARGE = "The picture is larger than 200 KB. Choose a smaller one.";

export const NAME_MAX = 40;
export const TEXT_MAX = 300;
