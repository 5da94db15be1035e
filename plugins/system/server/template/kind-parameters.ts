import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { messageKinds } from '@nephra/plugin-sdk/server';
import { templateParameters } from '../../domain/template/template-text.ts';
import { smsTemplateTable } from '../tables/sms-template.table.ts';
import type { Ctx } from '../tables/tables.ts';

export interface KindTexts {
  /** Code of the template; that of a kind where it words one. */
  readonly enCode: string;
  readonly title: string;
  readonly content: string;
  /** It goes out of the product by some way. */
  readonly outside: boolean;
  /** Text message that it goes as. */
  readonly smsId: string | null;
}

/**
 * A template with the code of a kind words that kind, so it asks for nothing that the kind does not give, and outside of the product for nothing that
 * names a person.
 * @throws AppError `system.message-parameter` (at the field), `system.message-personal`
 */
export async function assertKindParameters(ctx: Ctx, { enCode, title, content, outside, smsId }: KindTexts): Promise<void> {
  const kind = ctx.extensions(messageKinds).find(({ value }) => value.code === enCode)?.value;
  if (!kind) return;
  const sms = smsId === null ? undefined : await smsTemplateTable.find(ctx, smsId);
  const asked = { title: templateParameters(title), content: templateParameters(content), smsId: templateParameters(sms?.content ?? '') };
  for (const [field, names] of Object.entries(asked)) {
    const refused = (key: string, name: string): AppError => {
      const params = { name, known: Object.keys(kind.params).join('、') || '-' };
      return new AppError(`system.${key}`, { code: EnvelopeCode.Invalid, params, fields: [{ path: field, msg: ctx.text(`errors.system.${key}`, params) }] }); // text: both keys stand below
    };
    const unknown = names.find((name) => !Object.hasOwn(kind.params, name));
    if (unknown !== undefined) throw refused('message-parameter', unknown);
    const personal = names.find((name) => kind.params[name] === 'personal');
    if (personal !== undefined && (outside || field === 'smsId')) throw refused('message-personal', personal);
  }
}
