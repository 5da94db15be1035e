import { defineExtension } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import { ExtensionRegistry } from './extension-registry.ts';

const region = defineExtension<{ readonly name: string }>('insurance.region@1');
const faultless = (): never => {
  throw new Error('no fault expected');
};

describe('extension points', () => {
  it('hand out what every running plugin adds, in the order of the registry', () => {
    const extensions = new ExtensionRegistry(faultless);
    extensions.arrange(['south', 'north']);
    extensions.add(region.id, 'elsewhere', () => ({ name: 'e' }));
    extensions.add(region.id, 'north', () => ({ name: 'n' }));
    extensions.add(region.id, 'south', () => ({ name: 's1' }));
    extensions.add('other@1', 'south', () => ({ name: 'other' }));
    extensions.add(region.id, 'south', () => ({ name: 's2' }));
    const names = () => extensions.find(region).map(({ pluginId, value }) => `${pluginId} ${value.name}`);
    expect(names()).toEqual(['south s1', 'south s2', 'north n', 'elsewhere e']);
    extensions.arrange(['north', 'south']);
    expect(names()).toEqual(['north n', 'south s1', 'south s2', 'elsewhere e']);
    extensions.withdraw('south');
    expect(names()).toEqual(['north n', 'elsewhere e']);
    expect(extensions.find(defineExtension('nobody@1'))).toEqual([]);
  });

  it('make an addition once, when it is first looked for, and anew after the plugin came back', () => {
    let made = 0;
    const extensions = new ExtensionRegistry(faultless);
    const add = () =>
      extensions.add(region.id, 'south', () => {
        made += 1;
        return { name: `made ${made}` };
      });
    add();
    expect(made).toBe(0);
    expect(extensions.find(region)[0]?.value).toBe(extensions.find(region)[0]?.value);
    extensions.withdraw('south');
    add();
    expect(extensions.find(region)[0]?.value.name).toBe('made 2');
  });

  it('leave out what cannot be made, and tell whose fault it is', () => {
    const faults: string[] = [];
    const extensions = new ExtensionRegistry((pluginId, token, error) => faults.push(`${pluginId} ${token} ${String(error)}`));
    extensions.add(region.id, 'broken', () => {
      throw new Error('no');
    });
    extensions.add(region.id, 'sound', () => ({ name: 's' }));
    expect(extensions.find(region).map(({ pluginId }) => pluginId)).toEqual(['sound']);
    expect(faults).toEqual(['broken insurance.region@1 Error: no']);
  });

  it('hand out what comes from outside to readers whose shape it has, and tell once of what it lacks', () => {
    const faults: string[] = [];
    const extensions = new ExtensionRegistry((pluginId, _token, error) => faults.push(`${pluginId} ${(error as Error).message}`));
    extensions.add('acme.note@1', 'ours', () => ({}));
    extensions.add('acme.note@1', 'theirs', () => ({ name: 'n' }), true);
    extensions.add('acme.note@1', 'nothing', () => null, true);
    const asked = (point: Parameters<typeof extensions.find>[0]) => extensions.find(point).map(({ pluginId }) => pluginId);
    const stricter = defineExtension<{ readonly name: string; readonly size: number }>('acme.note@1', { name: 'text', size: 'number' });
    for (let time = 0; time < 2; time += 1) {
      expect(asked(defineExtension('acme.note@1'))).toEqual(['ours', 'theirs']);
      expect(asked(stricter)).toEqual(['ours']);
    }
    expect(faults).toEqual([
      'nothing What is added to acme.note@1 has no object that others can read.',
      'theirs What is added to acme.note@1 has no size that others can read.',
      'nothing What is added to acme.note@1 has no object that others can read.',
    ]);
  });
});
