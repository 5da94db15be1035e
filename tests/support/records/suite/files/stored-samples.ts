import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import type { AnyRecord, RecordField } from '@nephra/plugin-sdk/record';
import { RECORD_UPLOADS } from '@nephra/plugin-sdk/server';
import type { PluginHost } from '../../../processes/plugin-host.ts';
import type { User } from '../suite-kit.ts';

type FileKind = keyof typeof RECORD_UPLOADS;
const isFileKind = (kind: string): kind is FileKind => Object.hasOwn(RECORD_UPLOADS, kind);
export const fileFieldsOf = ({ fields }: Pick<AnyRecord, 'fields'>): readonly RecordField[] => fields.filter(({ kind }) => isFileKind(kind));

/** What a field takes, of the shortest sort. */
const endOf = ({ kind, accept }: RecordField): string => (kind === 'images' ? '.png' : (accept?.split(',')[0] ?? '.pdf'));

/** Stores a file for rows of a record, as an upload of this person does. */
export async function storeFor(host: PluginHost, record: AnyRecord, field: RecordField, user: User, name = `样例${endOf(field)}`): Promise<UploadedFile> {
  const type = RECORD_UPLOADS[field.kind as FileKind];
  const { fileId, size } = await host.requestContext(record.plugin, { user }).files.save({ name, type, content: Buffer.from('SIM') });
  return { name, fileId, url: `/api/file/${field.kind === 'images' ? 'Image' : 'Download'}/${type}/${fileId}`, fileSize: size };
}

/** Files that samples of a record name: as many as its fields take, and one more. They are there once the suite runs. */
export class StoredSamples {
  readonly #byField = new Map<string, readonly UploadedFile[]>();

  async store(host: PluginHost, record: AnyRecord, user: User): Promise<void> {
    for (const field of fileFieldsOf(record)) {
      const files: UploadedFile[] = [];
      for (let at = 0; at <= (field.max ?? 0); at += 1) files.push(await storeFor(host, record, field, user, `样例 ${at}${endOf(field)}`));
      this.#byField.set(field.name, files);
    }
  }

  /** None and one by turns; undefined for a field of another kind. */
  sampleOf({ name, kind }: RecordField, nth: number): readonly UploadedFile[] | undefined {
    if (!isFileKind(kind)) return undefined;
    const files = this.#byField.get(name) ?? [];
    return nth % 2 === 0 ? [] : files.slice(nth % Math.max(1, files.length - 1), (nth % Math.max(1, files.length - 1)) + 1);
  }

  /** The most that a field holds, and one more. */
  extreme({ name, kind }: RecordField): { readonly fits: unknown; readonly beyond: unknown } | undefined {
    const files = this.#byField.get(name) ?? [];
    return isFileKind(kind) ? { fits: files.slice(0, -1), beyond: files } : undefined;
  }
}
