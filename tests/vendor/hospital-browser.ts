import { type Browser, chromium, type Page } from 'playwright';
import { CHROMIUM_ARGS, obtainChromium, SHORT_LIVED_ARGS } from '../../tools/test/chromium.mjs';
import type { Hospital, Staff } from './hospital.ts';

export async function openBrowser(): Promise<Browser> {
  const { path, problem } = obtainChromium();
  if (problem) throw new Error(problem);
  return await chromium.launch({ executablePath: path, args: [...CHROMIUM_ARGS, ...SHORT_LIVED_ARGS] });
}

/** A computer at which this person is signed in, in this language. */
export async function deskOf(browser: Browser, { system }: Hospital, { token }: Staff, language: 'zh' | 'zhtw' | 'en' = 'en'): Promise<Page> {
  const context = await browser.newContext({ baseURL: system.url, viewport: { width: 1280, height: 800 }, timezoneId: 'Asia/Shanghai' });
  await context.addInitScript(
    ([session, tongue]) => {
      localStorage.setItem('jnpf_token', `${session}|String`);
      localStorage.setItem('jnpf_language', `${tongue}|String`);
    },
    [token, language] as const,
  );
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  return page;
}
