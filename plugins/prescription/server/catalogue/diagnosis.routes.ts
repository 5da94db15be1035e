import { serveRecord } from '@nephra/plugin-sdk/server';
import { diagnosisContract } from '../../contract/catalogue/diagnosis.contract.ts';
import { diagnosisTable } from '../tables/diagnosis.table.ts';
import type { PrescriptionDb } from '../tables.ts';
import { keepsSharedLists } from './shared-lists.policy.ts';

export const diagnosisRoutes = serveRecord<PrescriptionDb>()(diagnosisContract, diagnosisTable, { keeps: keepsSharedLists });
