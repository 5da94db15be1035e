/** One part of a form; with a file name it is a file. */
export type FormPart = { readonly name: string; readonly text: string } | { readonly name: string; readonly fileName: string; readonly content: Uint8Array };

const quoted = (text: string): string => text.replace(/["\r\n]/g, '_');

/** A `multipart/form-data` body; `boundary` must not occur in the parts. */
export function multipartBody(parts: readonly FormPart[], boundary: string): { readonly contentType: string; readonly body: Uint8Array } {
  const encoder = new TextEncoder();
  const pieces = parts.flatMap((part) => {
    const isFile = 'content' in part;
    const file = isFile ? `; filename="${quoted(part.fileName)}"\r\ncontent-type: application/octet-stream` : '';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(part.name)}"${file}\r\n\r\n`;
    return [encoder.encode(head), isFile ? part.content : encoder.encode(part.text), encoder.encode('\r\n')];
  });
  pieces.push(encoder.encode(`--${boundary}--\r\n`));
  const body = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    body.set(piece, at);
    at += piece.length;
  }
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}
