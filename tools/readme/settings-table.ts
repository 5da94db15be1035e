import { settings } from '../../shell/server/config/config.ts';

const BEGIN = '<!-- settings: begin (written by `npm run readme`, checked by npm test) -->';
const END = '<!-- settings: end -->';

/** The README's table of environment variables, made from the list that the server reads. */
export function settingsTable(): string {
  const rows = Object.values(settings).map(
    ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning.replaceAll('|', '\\|')} |`,
  );
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

/** The README with a fresh table between its two marks. @throws Error when a mark is missing */
export function withSettingsTable(readme: string): string {
  const from = readme.indexOf(BEGIN);
  const to = readme.indexOf(END);
  if (from < 0 || to < from) throw new Error(`README.md has lost its marks: ${BEGIN} … ${END}`);
  return `${readme.slice(0, from)}${BEGIN}\n${settingsTable()}\n${readme.slice(to)}`;
}
