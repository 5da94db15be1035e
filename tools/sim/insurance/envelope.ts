import { createHash } from 'node:crypto';
import { isWireTime } from './clock.ts';
import { isNode, type Node } from './nodes.ts';
import type { RegionTraits } from './profiles/region-traits.ts';
import { Refusal } from './refusal.ts';

export interface Envelope {
  readonly infno: string;
  readonly msgid: string;
  readonly mdtrtarea_admvs: string;
  readonly insuplc_admdvs: string;
  readonly opter: string;
  readonly inf_time: string;
  readonly fixmedins_code: string;
  readonly sign_no: string;
  readonly input: Node;
}

const MAX_INPUT_CHARS = 40_000;
/** Mandatory fields with their longest text. */
const MANDATORY: Readonly<Record<string, number>> = {
  infno: 6,
  msgid: 30,
  mdtrtarea_admvs: 6,
  recer_sys_code: 10,
  infver: 6,
  opter_type: 3,
  opter: 30,
  opter_name: 50,
  inf_time: 19,
  fixmedins_code: 30,
  fixmedins_name: 200,
};
const OPTIONAL: Readonly<Record<string, number>> = { insuplc_admdvs: 6, dev_no: 100, dev_safe_info: 2000, cainfo: 1024, signtype: 10, sign_no: 30 };

const textIn = (body: Node, name: string) => (typeof body[name] === 'string' ? body[name] : '');

/** The person that the message is about; empty when it is about nobody. */
export function personOf(input: Node): string {
  for (const value of Object.values(input)) {
    const node = Array.isArray(value) ? value[0] : value;
    if (isNode(node) && typeof node.psn_no === 'string' && node.psn_no !== '') return node.psn_no;
  }
  return '';
}

/** @throws Refusal that names the field */
export function checkEnvelope(body: Node, region: RegionTraits): Envelope {
  for (const [name, max] of Object.entries(MANDATORY)) {
    const text = textIn(body, name);
    if (text === '') throw new Refusal(`${name}不能为空`);
    if (text.length > max) throw new Refusal(`${name}长度超限`);
  }
  for (const [name, max] of Object.entries(OPTIONAL)) if (textIn(body, name).length > max) throw new Refusal(`${name}长度超限`);
  if (!isNode(body.input)) throw new Refusal('input不能为空');
  if (JSON.stringify(body.input).length > MAX_INPUT_CHARS) throw new Refusal(`input长度超限,最大${MAX_INPUT_CHARS}`);
  if (!isWireTime(textIn(body, 'inf_time'))) throw new Refusal('inf_time日期格式不正确');
  if (!['1', '2', '3'].includes(textIn(body, 'opter_type'))) throw new Refusal('opter_type的值不在字典内');
  const facility = textIn(body, 'fixmedins_code');
  if (!region.facilities.test(facility)) throw new Refusal(`未查询到定点医药机构${facility}`);
  if (!textIn(body, 'msgid').startsWith(facility)) throw new Refusal('msgid不符合规范');
  if (personOf(body.input) !== '' && textIn(body, 'insuplc_admdvs') === '') throw new Refusal('insuplc_admdvs不能为空');
  return {
    infno: textIn(body, 'infno'),
    msgid: textIn(body, 'msgid'),
    mdtrtarea_admvs: textIn(body, 'mdtrtarea_admvs'),
    insuplc_admdvs: textIn(body, 'insuplc_admdvs'),
    opter: textIn(body, 'opter'),
    inf_time: textIn(body, 'inf_time'),
    fixmedins_code: facility,
    sign_no: textIn(body, 'sign_no'),
    input: body.input,
  };
}

/** What must be equal for a message to be the same one again. */
export const hashOf = (envelope: Envelope): string =>
  createHash('sha256')
    .update(JSON.stringify([envelope.infno, envelope.fixmedins_code, envelope.insuplc_admdvs, sorted(envelope.input)]))
    .digest('hex');

/** The order of names says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
}
