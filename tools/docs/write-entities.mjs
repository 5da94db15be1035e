/** `node tools/docs/write-entities.mjs`: writes tools/docs/ENTITIES.md from the migrations, without a database. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { entityText } from './entities/entity-text.mjs';
import { tablesOfRepository } from './entities/repository-tables.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const parts = tablesOfRepository(root);
writeFileSync(path.join(root, 'tools/docs/ENTITIES.md'), entityText(parts));
console.log(`tools/docs/ENTITIES.md: ${parts.reduce((sum, { tables }) => sum + tables.length, 0)} tables of ${parts.length} schemas`);
