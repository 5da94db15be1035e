import fc from 'fast-check';

/** Texts that end literals, comments and lines of source, and what no editor shows. */
export const HOSTILE_TEXTS = [
  "'",
  '"',
  '`',
  "it's",
  `'"`,
  '\\',
  "\\'",
  '\u0024{1}',
  '`\u0024{process.exit(1)}`',
  '\n',
  '\r\n',
  '*/',
  '/*',
  '//',
  '</script>',
  '\u2028',
  '\u2029',
  '\u0000',
];
export const UNSEEN_TEXTS = ['\ud800', '\udc00x', '\ufeff', '\u202ea', '\u200d', '\u{e0001}', '\u{f0000}', '𠮷', '👩‍⚕️', '\\u0041', '\t', '__proto__'];
/** What people write, in widths that make lines too long now and then. */
export const USUAL_TEXTS = fc
  .tuple(fc.constantFrom('名称', '名稱', 'Name', '床位 ', 'Belongs to '), fc.integer({ min: 1, max: 30 }))
  .map(([part, times]) => part.repeat(times));
