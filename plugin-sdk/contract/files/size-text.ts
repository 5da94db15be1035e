const KB = 1024;
const UNITS = ['MB', 'GB', 'TB'] as const;

/** Size of a file as people read it, `12 KB`, `1.4 MB`, `10.0 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < KB * KB) return `${Math.ceil(bytes / KB)} KB`;
  let [size, unit] = [bytes / KB / KB, 0];
  for (; size >= KB && unit < UNITS.length - 1; unit += 1) size /= KB;
  return `${size.toFixed(1)} ${UNITS[unit]}`;
}
