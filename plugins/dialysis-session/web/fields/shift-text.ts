import type { WebContext } from '@nephra/plugin-sdk/web';

/** Names that facilities give their shifts, as far as they are the usual ones. */
const USUAL = {
  早班: 'morning',
  上午班: 'morning',
  中班: 'noon',
  下午班: 'afternoon',
  晚班: 'evening',
  夜班: 'night',
} as const satisfies Readonly<Record<string, string>>;

/** A shift's name is what the facility calls it; the usual ones are said in the reader's language. */
export function shiftText(t: WebContext['t'], language: WebContext['language'], name: string): string {
  const usual = name in USUAL ? USUAL[name as keyof typeof USUAL] : undefined;
  return usual === undefined || language === 'zh' ? name : t(`shiftName.${usual}`);
}
