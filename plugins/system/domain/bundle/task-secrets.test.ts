import { expect, it } from 'vitest';
import { taskWithoutSecrets } from './task-secrets.ts';

const http = (url: string, body = '') => JSON.stringify({ cron: '0 3 * * *', url, method: 'POST', body });
const shown = (text: string) => taskWithoutSecrets(text).content;

it('keys and passwords in the address and body of a task stay at the site', () => {
  const url = shown(http('https://host.example/run?day=1&access_token=SIM-1&apiKey=SIM-2'));
  expect(url).not.toMatch(/SIM-[12]/);
  expect(url).toContain('day=1');
  const body = shown(http('https://host.example/', JSON.stringify({ user: 'u', password: 'SIM-3', deep: [{ clientSecret: 'SIM-4' }] })));
  expect(body).not.toMatch(/SIM-[34]/);
  expect(body).toContain('\\"user\\":\\"u\\"');
  expect(shown(http('https://host.example/', 'user=u&pwd=SIM-5'))).toContain('user=u&pwd=***');
});

it('what holds none goes along letter by letter, and hiding it again changes nothing', () => {
  for (const text of [http('https://host.example/a?b=c', '{"day": 1}'), 'no json', '{"cron":"0 3 * * *","localHostTaskId":"system.forget-holds"}'])
    expect(taskWithoutSecrets(text)).toEqual({ content: text, hidden: false });
  const once = taskWithoutSecrets(http('https://host.example/?token=SIM-6', 'pwd=SIM-7'));
  expect(once.hidden).toBe(true);
  expect(shown(once.content)).toBe(once.content);
});
