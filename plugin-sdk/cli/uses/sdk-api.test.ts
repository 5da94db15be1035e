import { describe, expect, it } from 'vitest';
import { compareUses, deprecationWarnings, type SdkApi } from './sdk-api.ts';

const WEB = '@nephra/plugin-sdk/web';
const api = (sdk: string, names: Record<string, string>, more: Partial<SdkApi> = {}): SdkApi => ({ sdk, doors: { [WEB]: names }, deprecated: [], ...more });

describe('another SDK', () => {
  const before = api('1.0.0', { Act: 'a', page: 'p', slot: 's' });
  const uses = { [WEB]: ['Act', 'page', 'slot'] };

  it('with the same declarations has nothing to say', () => {
    expect(compareUses(uses, api('1.1.0', { Act: 'a', page: 'p', slot: 's', more: 'm' }), before)).toEqual([]);
  });

  it('says what is gone, declared otherwise, and about to go', () => {
    const deprecated = [{ door: WEB, name: 'slot', since: '1.4.0', gone: '2.0.0', instead: '`filling`' }];
    const found = compareUses(uses, api('1.4.0', { page: 'q', slot: 's' }, { deprecated }), before);
    expect(found.map(({ kind, name }) => [kind, name])).toEqual([
      ['missing', 'Act'],
      ['changed', 'page'],
      ['deprecated', 'slot'],
    ]);
    expect(found[2]?.text).toContain('gone in 2.0.0; write `filling`');
  });

  it('check warns of each name that a package uses and that will be gone, whoever else uses what', () => {
    const made = [
      { door: WEB, name: 'slot', since: '1.4.0', gone: '2.0.0', instead: '`filling`' },
      { door: WEB, name: 'unused', since: '1.4.0', gone: '2.0.0', instead: 'nothing' },
    ];
    expect(deprecationWarnings(uses, made)).toEqual([`warn    'slot' of '${WEB}' is deprecated since 1.4.0 and gone in 2.0.0; write \`filling\`.`]);
    expect(deprecationWarnings(undefined, made)).toEqual([]);
  });

  it('says once that a whole door is gone, and compares nothing without the SDK before', () => {
    expect(compareUses({ '@nephra/plugin-sdk/old': ['a', 'b'] }, before)).toMatchObject([{ kind: 'missing', name: '*' }]);
    expect(compareUses(uses, api('1.1.0', { Act: 'x', page: 'x', slot: 'x' }))).toEqual([]);
  });
});
