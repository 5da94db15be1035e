import { type Static, Type } from 'typebox';
import { STORED_FILE_ID } from './stored-file.ts';

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
