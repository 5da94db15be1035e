import { closedDoor, column, defineTable, growing, small, type SqlRow, type TableSizes } from '@nephra/plugin-sdk/server';
import { MAX_ADDRESS, MAX_MODEL_NAME } from '../../contract/limits.ts';

const count = column.int(0, Number.MAX_SAFE_INTEGER);
const facts = { rowsStay: true, scope: closedDoor } as const;

/** What was asked, by day and person: no text of any question. */
export const usageTable = defineTable(
  'assistant.usage',
  {
    day: column.day(),
    userId: column.id(),
    orgId: column.org(),
    userName: column.text(100),
    asks: column.int(0, 2_000_000_000),
    promptTokens: count,
    answerTokens: count,
    /** Millionths of a fen. */
    cost: count,
  },
  { rowsStay: true, key: ['day', 'userId', 'orgId'] },
);

export const paceTable = defineTable(
  'assistant.pace',
  { userId: column.id(), minuteFrom: column.instant(), asks: column.int(0, 2_000_000_000) },
  { ...facts, key: ['userId'] },
);

export const agreementTable = defineTable(
  'assistant.agreement',
  { userId: column.id(), host: column.text(MAX_ADDRESS), unmasked: column.flag(), agreedAt: column.instant() },
  { ...facts, key: ['userId', 'host'] },
);

export const simulationTable = defineTable(
  'assistant.simulation',
  { id: column.id(), address: column.text(MAX_ADDRESS), modelName: column.text(MAX_MODEL_NAME) },
  facts,
);

export interface UsageTables {
  'assistant.usage': SqlRow<typeof usageTable>;
  'assistant.pace': SqlRow<typeof paceTable>;
  'assistant.agreement': SqlRow<typeof agreementTable>;
  'assistant.simulation': SqlRow<typeof simulationTable>;
}
export const usageSizes: TableSizes = { usage: growing(1_000_000), pace: small(5_000), agreement: small(10_000), simulation: small(1) };
