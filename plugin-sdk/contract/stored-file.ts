import { type Static, Type } from 'typebox';

/** Names in the file storage: the day, 128 random bits, and what kind it is. */
export const STORED_FILE_ID = String.raw`\d{8}_[0-9a-f]{32}\.[a-z0-9]{1,8}`;
/** Address of a stored picture; an upload type is a word. */
export const PICTURE_ADDRESS = String.raw`^/api/file/Image/[A-Za-z]{1,40}/\d{8}_[0-9a-f]{32}\.(?:png|jpe?g|gif|bmp|webp)$`;

const pictureAddressForm = new RegExp(PICTURE_ADDRESS);

/** Where the bytes of a stored picture are had. */
export const pictureAddress = (type: string, fileId: string): string => `/api/file/Image/${type}/${fileId}`;

/** A picture of our own storage; anything else would let a text load what its author likes from wherever they like. */
export const isPictureAddress = (address: unknown): address is string => typeof address === 'string' && pictureAddressForm.test(address);

/**
 * A file of the storage as a record keeps it (spec 3, uploaded file). `name` is the one that people know, `fileSize` bytes.
 * `fileVersionId` is there for files, not for pictures.
 */
export const uploadedFile = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 150 }),
    fileId: Type.String({ pattern: `^${STORED_FILE_ID}$` }),
    fileVersionId: Type.Optional(Type.String({ pattern: `^${STORED_FILE_ID}$` })),
    url: Type.String({ pattern: `^/api/file/(?:Image|Download)/[A-Za-z]{1,40}/${STORED_FILE_ID}$` }),
    fileSize: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
);
export type UploadedFile = Static<typeof uploadedFile>;
