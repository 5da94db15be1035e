import { type AnyRecord, relatedContract, type RelatedRow } from '@nephra/plugin-sdk/record';
import { createClient, type HttpPort, usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useState } from 'react';
import { useKitText } from '../../kit-text.ts';

export interface RelatedTextProps {
  readonly record: AnyRecord;
  /** The relation that it follows. */
  readonly path: string;
  readonly name: string;
  readonly id: string;
  /** Id of the row that is chosen; `''`: none. */
  readonly chosen: string;
  /** Its text where that is known already. */
  readonly told: string | undefined;
}

type Answer = RelatedRow | null;
const asked = new WeakMap<HttpPort, Map<string, Promise<Answer>>>();

/** All fields that follow one relation ask with one call. Nothing is kept: the other row may be changed any time. */
function ask(http: HttpPort, record: AnyRecord, path: string, id: string): Promise<Answer> {
  const running = asked.get(http) ?? new Map<string, Promise<Answer>>();
  asked.set(http, running);
  const key = `${record.name}.${path}:${id}`;
  const known = running.get(key);
  if (known) return known;
  const call = createClient(relatedContract(record), http)
    .related({ query: { field: path, ids: id } }, { quiet: true })
    .then(({ data }) => data.list[0] ?? null)
    .finally(() => running.delete(key));
  running.set(key, call);
  return call;
}

interface Shown {
  readonly chosen: string;
  readonly text: string;
  readonly failed?: true;
}

/** Text of another record's row, for reading alone. */
export function Control({ record, path, name, id, chosen, told }: RelatedTextProps) {
  const { http } = usePlugin();
  const text = useKitText();
  const [shown, setShown] = useState<Shown | null>(null);
  const wanted = chosen !== '' && told === undefined;
  useEffect(() => {
    if (!wanted) return undefined;
    let current = true;
    ask(http, record, path, chosen).then(
      (row) => current && setShown({ chosen, text: row?.shows?.[name] ?? '' }),
      () => current && setShown({ chosen, text: '', failed: true }),
    );
    return () => {
      current = false;
    };
  }, [http, record, path, name, chosen, wanted]);
  const here = wanted && shown?.chosen === chosen ? shown : null;
  const value = told ?? here?.text ?? '';
  const waits = wanted && !here;
  // An `output` has the label and is read out when it changes. The tab key passes it by.
  return (
    <output id={id} tabIndex={-1} aria-busy={waits}>
      {waits ? '…' : here?.failed ? text('failed') : value || '–'}
    </output>
  );
}
