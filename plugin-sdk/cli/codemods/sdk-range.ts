import semver from 'semver';

/** The source of plugin.ts with a range that takes this SDK in; what does so already stays. */
export function withSdkRange(source: string, version: string): string {
  return source.replace(/(\bsdk:\s*)(['"])([^'"]+)\2/, (whole, before: string, quote: string, range: string) =>
    semver.satisfies(version, range) ? whole : `${before}${quote}^${version}${quote}`,
  );
}
