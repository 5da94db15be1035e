const KB = 1024;
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes as people read them: `512 B`, `1.4 MB`, `10.0 GB`. */
export function sizeWords(bytes: number): string {
  let [size, unit] = [bytes, 0];
  for (; size >= KB && unit < UNITS.length - 1; unit += 1) size /= KB;
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}
