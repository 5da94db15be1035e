import { dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import type { FormItem } from '@nephra/plugin-sdk/widgets';
import type { WholeFile } from '../../contract/file.schema.ts';
import { MAX_NOTE, TITRE } from '../../contract/limits.ts';
import { MARKERS, type Marker, type MarkerResult } from '../../contract/rules/markers.ts';
import type { Asked } from '../asked.ts';
import { choicesOf, type Text } from '../words.ts';

/** One field for each marker: what is left empty was not tested. */
export type ResultsForm = { on: number | null; titre: number | null; note: string } & Record<Marker, string>;

const RESULTS = ['negative', 'positive', 'pending'] as const satisfies readonly MarkerResult['result'][];

/** Markers of one sample; nothing is filled in beforehand. */
export function askResults(t: Text, file: WholeFile): Asked<ResultsForm> {
  const initial = { on: parseDay(file.today), titre: null, note: '', ...(Object.fromEntries(MARKERS.map((marker) => [marker, ''])) as Record<Marker, string>) };
  const markers = MARKERS.map(
    (marker): FormItem<ResultsForm> => ({
      kind: 'select',
      name: marker,
      label: t(`marker.${marker}`),
      options: choicesOf(t, 'result', RESULTS),
      placeholder: t('infection.untested'),
    }),
  );
  return {
    title: t('infection.add'),
    initial,
    fields: () => [
      {
        kind: 'date',
        name: 'on',
        label: t('infection.on'),
        required: true,
        max: 'today',
        check: (form) => (MARKERS.some((marker) => form[marker]) ? undefined : t('infection.noMarker')),
      },
      { kind: 'text', name: 'note', label: t('infection.note'), maxLength: MAX_NOTE },
      { kind: 'group', label: t('infection.markers') },
      ...markers,
      {
        kind: 'number',
        name: 'titre',
        label: t('infection.titre'),
        ...TITRE,
        visible: (form) => form.RPR === 'positive',
        help: t('infection.titreHelp'),
      },
    ],
    save: (client, { on, titre, note, ...form }, options) => {
      const results = MARKERS.flatMap((marker) => {
        const result = RESULTS.find((one) => one === form[marker]);
        return result ? [{ marker, result, titre: marker === 'RPR' ? titre : null }] : [];
      });
      return client.results({ params: { id: file.patientId }, body: { on: on === null ? '' : dayOf(on), results, note } }, options);
    },
  };
}
