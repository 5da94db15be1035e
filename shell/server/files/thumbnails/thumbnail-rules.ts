/** Longest sides of small pictures, pixels: for rows of a list, and for tiles and conversations on a sharp screen. */
export const THUMBNAIL_SIZES = [160, 480] as const;
export type ThumbnailSize = (typeof THUMBNAIL_SIZES)[number];

/** A picture of fewer bytes is as soon fetched whole. */
const SMALL_BYTES = 24 * 1_024;
/** One of more bytes is fetched whole: to read it takes longer than somebody waits for a list. */
const LARGE_BYTES = 20 * 1_048_576;

/** Kinds that can be read here. */
export const isScaledKind = (fileId: string): boolean => /\.(?:jpe?g|png|gif)$/.test(fileId);

/** Whether a small one is made of this picture. */
export const isScaled = ({ fileId, size }: { readonly fileId: string; readonly size: number }): boolean =>
  isScaledKind(fileId) && size > SMALL_BYTES && size <= LARGE_BYTES;

/** Where it lies: beside the picture, and gone with it. */
export const thumbnailPlace = (place: string, size: ThumbnailSize): string => `${place}.${size}.jpg`;

/** Whether a small picture lies at a place, which can be made anew. */
export const isThumbnailPlace = (place: string): boolean => /\.[a-z0-9]{1,8}\.\d{2,4}\.jpg$/.test(place);
