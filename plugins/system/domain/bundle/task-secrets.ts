/** Stands where a key or password stood that must not leave the site. */
export const HIDDEN = '***';
const SECRET = /pass|pwd|secret|token|key$|sign$|auth/i;
/** `name=value` or `name: value` in a text that is no JSON. */
const PAIR = /\b([\w-]{0,40}(?:pass|pwd|secret|token|key|sign|auth)[\w-]{0,40})(\s{0,2}[=:]\s{0,2})([^\s&;,"]{1,500})/gi;

function withoutMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, SECRET.test(name) && member !== '' && typeof member !== 'object' ? HIDDEN : withoutMembers(member)]),
  );
}

function withoutQuery(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  const hidden = [...parsed.searchParams.keys()].filter((name) => SECRET.test(name));
  if (hidden.length === 0) return url;
  for (const name of hidden) parsed.searchParams.set(name, HIDDEN);
  return parsed.href;
}

function withoutPairs(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    const hidden = withoutMembers(parsed);
    return JSON.stringify(hidden) === JSON.stringify(parsed) ? body : JSON.stringify(hidden);
  } catch {
    return body.replace(PAIR, (_all, name: string, between: string) => `${name}${between}${HIDDEN}`);
  }
}

/** What a task does, as it may leave the site: `executeContent` without keys and passwords in its address and body. */
export function taskWithoutSecrets(executeContent: string): { readonly content: string; readonly hidden: boolean } {
  let given: unknown;
  try {
    given = JSON.parse(executeContent);
  } catch {
    return { content: executeContent, hidden: false };
  }
  if (typeof given !== 'object' || given === null) return { content: executeContent, hidden: false };
  const { url, body } = given as { readonly url?: unknown; readonly body?: unknown };
  const shown = {
    ...given,
    ...(typeof url === 'string' && { url: withoutQuery(url) }),
    ...(typeof body === 'string' && { body: withoutPairs(body) }),
  };
  const content = JSON.stringify(shown);
  return content === JSON.stringify(given) ? { content: executeContent, hidden: false } : { content, hidden: true };
}
