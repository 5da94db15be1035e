/**
 * Runs inside index.html before any file has arrived, so that what a visitor needs is fetched side by side. The page's policy names its
 * hash. It decides nothing: without it everything comes as well, one step later each.
 */
import { readApiBase } from './api-base.ts';
import { createEarlyStart, openEarly, type PageMap } from './early-start.ts';

try {
  const map = JSON.parse(document.querySelector('script[type=systemjs-importmap]')?.textContent ?? '') as PageMap;
  const early = createEarlyStart(map, { page: document, fetch: window.fetch.bind(window), now: Date.now });
  globalThis.nephraEarly = early;
  openEarly(early, map, {
    stored: (key) => localStorage.getItem(key),
    path: location.pathname,
    search: location.search,
    browserLanguage: navigator.language,
    ownServer: readApiBase(document) === '',
  });
} catch (error) {
  console.warn(error);
}
