/** What lies under a key. */
export interface ListedObject {
  readonly key: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

/** Texts of S3 answers are flat XML of a few known elements: what lies between two tags, without an XML reader. */

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&#39;': "'", '&#34;': '"' };

const plain = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|apos|#39|#34);/g, (entity) => ENTITIES[entity] ?? entity);

/** Contents of every element of this name, as they stand. */
function elements(xml: string, name: string): string[] {
  const [opening, closing] = [`<${name}>`, `</${name}>`];
  const found: string[] = [];
  for (let at = xml.indexOf(opening); at >= 0; at = xml.indexOf(opening, at)) {
    const from = at + opening.length;
    const to = xml.indexOf(closing, from);
    if (to < 0) break;
    found.push(xml.slice(from, to));
    at = to + closing.length;
  }
  return found;
}

/** Text of the first element of this name. */
export function elementText(xml: string, name: string): string | undefined {
  const [first] = elements(xml, name);
  return first === undefined ? undefined : plain(first);
}

export interface ListedPage {
  readonly objects: readonly ListedObject[];
  /** Where the next page begins; undefined: this was the last one. */
  readonly next: string | undefined;
}

/** Of ListObjectsV2. */
export function listedPage(xml: string): ListedPage {
  const objects = elements(xml, 'Contents').map((one) => ({
    key: elementText(one, 'Key') ?? '',
    size: Number(elementText(one, 'Size') ?? 0),
    modifiedAt: new Date(elementText(one, 'LastModified') ?? 0),
  }));
  return { objects, next: elementText(xml, 'IsTruncated') === 'true' ? elementText(xml, 'NextContinuationToken') : undefined };
}

export interface OpenMultipart {
  readonly key: string;
  readonly uploadId: string;
  readonly initiated: Date;
}

/** Of ListMultipartUploads. */
export const openMultiparts = (xml: string): OpenMultipart[] =>
  elements(xml, 'Upload').map((one) => ({
    key: elementText(one, 'Key') ?? '',
    uploadId: elementText(one, 'UploadId') ?? '',
    initiated: new Date(elementText(one, 'Initiated') ?? 0),
  }));

/** Body of CompleteMultipartUpload; parts are counted from 1. */
export const completionOf = (etags: readonly string[]): string =>
  `<CompleteMultipartUpload>${etags
    .map(
      (etag, at) =>
        `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}</ETag></Part>`,
    )
    .join('')}</CompleteMultipartUpload>`;
