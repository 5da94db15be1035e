/** Keeps the first and last characters of a personal number: `440***********1234`. Too short ones are covered whole. */
export function mask(text: string, first = 3, last = 4): string {
  if (text.length <= first + last) return '*'.repeat(text.length);
  return text.slice(0, first) + '*'.repeat(text.length - first - last) + text.slice(-last);
}
