/** Parts of a multipart/form-data body by name; undefined when it is none. Small files only: all of it is in memory. */
export function readParts(contentType: string, body: Buffer): ReadonlyMap<string, Buffer> | undefined {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return undefined;
  const mark = Buffer.from(`--${boundary}`);
  const parts = new Map<string, Buffer>();
  for (let at = body.indexOf(mark); at >= 0; ) {
    const next = body.indexOf(mark, at + mark.length);
    if (next < 0) break;
    const part = body.subarray(at + mark.length, next);
    const headEnd = part.indexOf('\r\n\r\n');
    const name = headEnd < 0 ? undefined : /[;\s]name="?([^";\r\n]+)"?/i.exec(part.toString('utf8', 0, headEnd))?.[1];
    // A part ends with a line break that is the boundary's.
    if (name !== undefined) parts.set(name, part.subarray(headEnd + 4, part.length - 2));
    at = next;
  }
  return parts;
}
