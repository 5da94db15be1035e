/** Browsers by what they say of themselves; those that call themselves others, too, stand first. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['WeChat', /MicroMessenger\/(\d{1,4})/],
  ['Edge', /Edg(?:A|iOS)?\/(\d{1,4})/],
  ['Opera', /OPR\/(\d{1,4})/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d{1,4})/],
  ['Safari', /Version\/(\d{1,4}).{0,80}Safari/],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Linux', /Linux|X11/],
];

/** Name, main version and system of a browser, `Chrome 126 · Windows`, without what tells one computer from another; empty when unknown. */
export function browserName(userAgent: string): string {
  const browser = BROWSERS.flatMap(([name, pattern]) => {
    const version = pattern.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [browser, system].filter((part) => part !== undefined).join(' · ');
}
