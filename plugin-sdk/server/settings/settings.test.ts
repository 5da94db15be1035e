import { describe, expect, it } from 'vitest';
import { defineSettings, field } from '../../contract/record/index.ts';
import { readSettings } from './read-settings.ts';
import { settingInForce } from './setting-value.ts';

const labelled = (name: string) => [name, name, name] as const;
const hour = field
  .int(0, 23)
  .initial(1)
  .label(...labelled('Hour'));

describe('settings that are declared wrongly', () => {
  it.each([
    ['without label', { installation: { hour: field.int(0, 23) } }, 'SET-001 hour'],
    ['twice', { installation: { hour }, organisation: { hour } }, 'SET-002 hour'],
    ['of a kind that needs a row', { installation: { who: field.staff('user').label(...labelled('Who')) } }, 'SET-003 settings fields.who'],
    [
      'numbered',
      {
        installation: {
          no: field
            .text(20)
            .numbered({ prefix: 'A', digits: 3 })
            .label(...labelled('No')),
        },
      },
      'SET-004 settings fields.no',
    ],
    ['secret and no text', { installation: { hour }, secrets: ['hour'] }, 'SET-007 settings fields.hour'],
    [
      'secret with a value that everybody can read',
      {
        installation: {
          key: field
            .text(20)
            .initial('x')
            .label(...labelled('Key')),
        },
        secrets: ['key'],
      },
      'SET-007 settings fields.key',
    ],
    ['with limits the wrong way round', { installation: { hour: field.int(9, 3).label(...labelled('Hour')) } }, 'REC-006 settings fields.hour'],
  ])('%s are refused where they are written', (_name, spec, said) => {
    expect(() => defineSettings(spec as Parameters<typeof defineSettings>[0])).toThrow(said);
  });

  it('in a manifest are refused with the place', () => {
    const { document } = defineSettings({ installation: { hour } });
    expect(() => readSettings({ ...document, fields: { hour: { ...document.fields.hour, label: 'Hour' } } })).toThrow('SET-005 settings fields.hour.label');
    expect(() => readSettings({ ...document, fields: { hour: { ...document.fields.hour, initial: 40 } } })).toThrow(
      'SET-006 settings fields.hour.initial: must not be more than 23',
    );
    expect(() => readSettings(defineSettings({ installation: { hour: field.int(5, 9).label(...labelled('Hour')) } }).document)).toThrow('SET-006');
    expect(readSettings(undefined)).toEqual([]);
  });
});

it('the page goes before registry.json, and that before the plugin; what no longer fits counts as none', () => {
  const [setting] = readSettings(defineSettings({ installation: { hour } }).document);
  if (!setting) throw new Error('no setting');
  expect(settingInForce(setting, { hour: { value: 4 } }, { hour: 6 })).toEqual({ value: 4, source: 'page' });
  expect(settingInForce(setting, { hour: { value: 24 } }, { hour: 6 })).toEqual({ value: 6, source: 'registry' });
  expect(settingInForce(setting, { hour: { value: 24 } }, { hour: 99 })).toEqual({ value: 1, source: 'default' });
});

it('a secret is opened when it is read, whatever its sealed form looks like; one that is no secret any more counts as none', () => {
  const key = field.text(8).label(...labelled('Key'));
  const [secret] = readSettings(defineSettings({ installation: { key }, secrets: ['key'] }).document);
  const [plain] = readSettings(defineSettings({ installation: { key } }).document);
  if (!secret || !plain) throw new Error('no setting');
  const page = { key: { value: 'v1.sealed-and-much-longer', sealed: true } };
  const open = (sealed: string) => (sealed === page.key.value ? 'SIM-KEY' : 'wrong');
  expect(settingInForce(secret, page, {}, open)).toEqual({ value: 'SIM-KEY', source: 'page' });
  expect(settingInForce(plain, page, { key: 'file' }, open)).toEqual({ value: 'file', source: 'registry' });
  expect(() =>
    settingInForce(secret, page, {}, () => {
      throw new Error('another key');
    }),
  ).toThrow('another key');
});
