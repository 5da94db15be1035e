import { serveRecord } from '@nephra/plugin-sdk/server';
import { diagnosisContract } from '../../contract/diagnosis.contract.ts';
import { diagnosisTable } from '../tables/diagnosis.table.ts';
import type { CatalogueDb } from '../tables.ts';
import { keepsSharedLists } from './shared-lists.policy.ts';

export const diagnosisRoutes = serveRecord<CatalogueDb>()(diagnosisContract, diagnosisTable, { keeps: keepsSharedLists });
