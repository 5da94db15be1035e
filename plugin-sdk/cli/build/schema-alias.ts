import type { Plugin } from 'esbuild';
import type { SdkLocation } from './sdk-location.ts';

/** Replaces the schema library: the browser has no use for schemas. @see schema-stub.ts */
export function schemaStub(sdk: SdkLocation): Plugin {
  return {
    name: 'nephra-schemas',
    setup(build) {
      build.onResolve({ filter: /^typebox(\/.*)?$/ }, () => ({ path: sdk.file('cli/build/schema-stub'), sideEffects: false }));
    },
  };
}
