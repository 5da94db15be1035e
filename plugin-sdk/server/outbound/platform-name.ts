/** Order matters: browsers name the ones that they descend from, too. */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['WeCom', /wxwork\/(\d+)/i],
  ['WeChat', /MicroMessenger\/(\d+)/],
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['QQ', /QQBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d{1,9})\b.{0,300}Safari\//],
];
const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
];

/** Browser and system behind a User-Agent header, `Chrome 126 · Windows`; what it does not say is left out. */
export function platformName(userAgent: string): string {
  const browser = BROWSERS.flatMap(([name, mark]) => {
    const version = mark.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0];
  return [browser, system].filter((part) => part !== undefined).join(' · ');
}
