import { createClient, type FilePort, type HttpPort } from '@nephra/plugin-sdk/web';
import { PART_BYTES } from '../../contract/files/file-parts.contract.ts';
import { fileContract } from '../../contract/index.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../net/request-rule.ts';

/** The file storage of the server, for pages. */
export function createFilePort(http: HttpPort): FilePort {
  const client = createClient(fileContract, http);
  return {
    async upload(file, options = {}) {
      if (file.size > PART_BYTES) {
        const { uploadInParts } = await import('./parts/upload-in-parts.ts');
        return await uploadInParts(http, file, options);
      }
      const { type = 'annex', signal, onProgress } = options;
      const { data } = await http.call(
        fileContract.routes.upload,
        { params: { type }, body: { file } },
        {
          quiet: true,
          timeoutMs: DOWNLOAD_TIMEOUT_MS,
          ...(signal ? { signal } : {}),
          ...(onProgress ? { onProgress: (sent, total) => onProgress(sent, total ?? file.size) } : {}),
        },
      );
      const { url, fileId, fileVersionId } = data as { readonly url: string; readonly fileId: string; readonly fileVersionId: string };
      // `name` of the answer is the stored one; people know the file by its own.
      return { name: file.name, fileId, ...(type === 'annex' ? { fileVersionId } : {}), url, fileSize: file.size };
    },
    async download({ name, fileId, url }) {
      const [, type = 'annex'] = /^\/api\/file\/(?:Image|Download)\/([A-Za-z]+)\//.exec(url) ?? [];
      const { data } = await client.downloadLink({ params: { type, fileName: fileId }, query: {} }, { quiet: true });
      const address = `${http.fileUrl(data.url)}&name=${encodeURIComponent(name)}`;
      Object.assign(document.createElement('a'), { href: address, download: name }).click();
    },
  };
}
