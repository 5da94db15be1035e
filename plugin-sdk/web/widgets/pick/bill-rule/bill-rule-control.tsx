import { defineContract, get, Type } from '@nephra/plugin-sdk/contract';
import { createClient, type HttpPort, usePlugin } from '@nephra/plugin-sdk/web';
import { useMemo } from 'react';
import { useKitText } from '../../kit-text.ts';
import type { ChoiceFieldProps, ChoiceSource } from '../choice.ts';
import { DropControl } from '../drop-control.tsx';

export type BillRuleControlProps = ChoiceFieldProps;

/** The call behind the select (spec 7.14). */
export const billRuleChoices = defineContract('bill-rule-choices', {
  list: get('/api/system/BillRule/Selector', {
    summary: 'Number rules that can be chosen',
    need: 'session',
    audit: 'none',
    reply: Type.Object({ list: Type.Array(Type.Object({ id: Type.String(), enCode: Type.String(), fullName: Type.String() })) }),
  }),
});

/** Fields keep codes, as forms of the platform do. */
function rules(http: HttpPort): ChoiceSource {
  const read = async (signal?: AbortSignal) => {
    const { data } = await createClient(billRuleChoices, http).list({}, { quiet: true, ...(signal && { signal }) });
    return data.list.map(({ enCode, fullName }) => ({ id: enCode, fullName: `${fullName} ${enCode}`, enabledMark: 1 }));
  };
  const node = (one: { readonly id: string; readonly fullName: string }) => ({ ...one, parentId: '0', hasChildren: false, isLeaf: true, children: null });
  return {
    key: 'bill-rule',
    tree: { load: async (signal) => ({ data: { list: (await read(signal)).map(node) } }) },
    // One that was switched off since is shown by its code.
    names: async (ids) => (await read()).filter(({ id }) => ids.includes(id)),
  };
}

export function BillRuleControl(props: BillRuleControlProps) {
  const { http } = usePlugin();
  const text = useKitText();
  const source = useMemo(() => rules(http), [http]);
  return <DropControl field={props} source={source} title={props.title ?? text('billRule')} />;
}
