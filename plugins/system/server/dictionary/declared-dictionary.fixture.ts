import { type ExtensionToken, isAppError } from '@nephra/plugin-sdk/contract';
import { declaredDictionaries, dictionary } from '@nephra/plugin-sdk/server';

/** As a plugin hands it in, and as the extension point keeps it. */
export const declaredValue = (given: Parameters<typeof dictionary>[0]) => dictionary(given).create(undefined as never);
export const SEX = {
  code: 'sim.sex',
  title: { zh: 'SIM 性别', zhtw: 'SIM 性別', en: 'SIM Sex' },
  entries: [
    { code: '1', label: { zh: '男', zhtw: '男性', en: 'Male' } },
    { code: '2', label: { zh: '女', zhtw: '女性', en: 'Female' } },
  ],
} as const;
export const sexWith = (may: object) => declaredValue({ ...SEX, may });
/** The extension point, as a test fills it by hand. */
export const token = declaredDictionaries as ExtensionToken<unknown>;

/** What a call was refused with: its key, its code and the fields that it names. */
export const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isAppError(error)) throw new Error(`expected a refusal, got ${String(error)}`);
  return { key: error.key, code: error.code, at: (error.fields ?? []).map(({ path }) => path), params: error.params };
};
