/** Names in the file storage: the day, 128 random bits, and what kind it is. */
export const STORED_FILE_ID = String.raw`\d{8}_[0-9a-f]{32}\.[a-z0-9]{1,8}`;
/** Address of a stored picture; an upload type is a word. */
export const PICTURE_ADDRESS = String.raw`^/api/file/Image/[A-Za-z]{1,40}/\d{8}_[0-9a-f]{32}\.(?:png|jpe?g|gif|bmp|webp)$`;

// pattern: a constant, anchored, with bounded repetitions
const pictureAddressForm = new RegExp(PICTURE_ADDRESS);

/** Where the bytes of a stored picture are had. */
export const pictureAddress = (type: string, fileId: string): string => `/api/file/Image/${type}/${fileId}`;

/** The preview that this system makes of a stored file itself; whoever may read the file may look at it. */
export const ownPreviewAddress = (fileId: string): string => `/api/file/Preview/${fileId}`;

/** A picture of our own storage; anything else would let a text load what its author likes from wherever they like. */
export const isPictureAddress = (address: unknown): address is string => typeof address === 'string' && pictureAddressForm.test(address);

/** Ends of names of such files, as browsers and PostgreSQL read it. */
export const PREVIEWED_NAME = String.raw`\.(?:docx?|xlsx?|pptx?|pdf|txt|csv|json|png|jpe?g|gif|bmp|webp|mp3|wav|mp4|webm)$`;
// pattern: a constant, anchored at its end
const previewedForm = new RegExp(PREVIEWED_NAME, 'i');

/** A file that the preview dialog shows, or of which it says why not; others (archives) are downloaded at once. */
export const isPreviewed = (name: string): boolean => previewedForm.test(name);
