import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { DataField, MenuContribution } from '@nephra/plugin-sdk/contract';
import { type DataRows, dataRows, type ServerContext, type ServerPlugin } from '@nephra/plugin-sdk/server';
import { createFakeServerContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';

const plugins = path.resolve(import.meta.dirname, '../../plugins');

async function menusOf(id: string): Promise<readonly MenuContribution[]> {
  const { default: definition } = (await import(path.join(plugins, id, 'plugin.ts'))) as { default: { menus?: readonly MenuContribution[] } };
  return definition.menus ?? [];
}

const typesOf = (fields: readonly DataField[]) => Object.fromEntries(fields.map(({ enCode, type }) => [enCode, type]));

const ids = readdirSync(plugins, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const declared = (await Promise.all(ids.map(async ({ name }) => (await menusOf(name)).map((menu) => ({ id: name, menu }))))).flat();
const withFields = declared.filter(({ menu }) => menu.dataFields !== undefined);

describe('[6-02] menus with data fields', () => {
  it('are those of treatments, patients, prescriptions, charging, pharmacy, the dialysis board and people', () => {
    expect(withFields.map(({ menu }) => menu.enCode).sort()).toEqual([
      'dialysis.today',
      'his.charging',
      'his.dialysisSchedule',
      'his.patient',
      'his.pharmacy',
      'his.prescription',
      'permission.user',
    ]);
  });

  it.each(withFields)('$menu.enCode: the server knows each field, under the same type', async ({ id, menu }) => {
    const { default: server } = (await import(path.join(plugins, id, 'server/index.ts'))) as { default: ServerPlugin<never> };
    const offer = server.services?.find(({ token }) => token.id === dataRows(menu.enCode).id);
    const context: ServerContext<never> = createFakeServerContext<never>();
    expect((offer?.create(context) as DataRows | undefined)?.fields).toEqual(typesOf(menu.dataFields ?? []));
  });
});
