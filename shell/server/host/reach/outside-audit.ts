import type { CallContext, ServerContext, WorkAudit } from '@nephra/plugin-sdk/server';

type CallFacts = Parameters<CallContext<never>['audit']>[0];
type AuditWork = ServerContext<never>['auditWork'];

/** Entries are kept for good, and nobody can take one away: characters of what a record was before, and after. */
const MAX_RECORD = 100_000;
const MAX_NOTE = 2_000;
const MAX_ID = 200;
const CLASSES: ReadonlySet<string> = new Set<WorkAudit['class']>(['read', 'read-patient', 'print', 'write', 'money', 'stock', 'security', 'export']);

const cut = (value: unknown, most: number): string => String(value).slice(0, most);

function record(value: unknown): unknown {
  const characters = JSON.stringify(value)?.length ?? 0;
  return characters > MAX_RECORD ? { cut: `${characters} characters; at most ${MAX_RECORD} are kept` } : value;
}

/** Of what a package from outside says about its call, what an entry has room for. Who acted is said by nobody but the session. */
export function outsideFacts(given: CallFacts): CallFacts {
  const facts: CallFacts = {};
  if (given.subject !== undefined) facts.subject = cut(given.subject, MAX_ID);
  if (given.subjectId !== undefined) facts.subjectId = cut(given.subjectId, MAX_ID);
  if (given.patientId !== undefined) facts.patientId = cut(given.patientId, MAX_ID);
  if (given.before !== undefined) facts.before = record(given.before);
  if (given.after !== undefined) facts.after = record(given.after);
  if (given.note !== undefined) facts.note = cut(given.note, MAX_NOTE);
  return facts;
}

/**
 * `auditWork` of a package from outside: what it did stands under its own name, whoever it did it for.
 * @throws Error for an act of somebody else
 */
export const outsideAuditWork =
  (pluginId: string, auditWork: AuditWork): AuditWork =>
  async (given) => {
    const { action, by } = given;
    if (!String(action).startsWith(`${pluginId}.`) || !CLASSES.has(given.class))
      throw new Error(`The act ${cut(action, MAX_ID)} is none of ${pluginId}: it writes down acts whose names begin with ${pluginId}. and that have a class.`);
    const { subject = '', subjectId = '', ...facts } = outsideFacts(given);
    await auditWork({
      ...facts,
      class: given.class,
      action: cut(action, MAX_ID),
      by: { userId: cut(by.userId, MAX_ID), userName: cut(by.userName, MAX_ID), orgId: cut(by.orgId, MAX_ID) } as WorkAudit['by'],
      subject,
      subjectId,
    });
  };
