import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contractSchemas } from '../index.ts';

it.each(Object.entries(contractSchemas))(
  'plugin-sdk/schema/%s.schema.json says what the contract says (node tools/build/write-schemas.mjs writes it)',
  (name, schema) => {
    const file = new URL(`../../../schema/${name}.schema.json`, import.meta.url);
    const { $schema, ...written } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    expect($schema).toContain('json-schema.org');
    expect(written).toEqual(JSON.parse(JSON.stringify(schema)));
  },
);
