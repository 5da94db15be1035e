/** What a delegation lets do in an organisation itself and in those below it, by the names on the wire. */
export const ACT_FIELDS = ['thisLayerAdd', 'thisLayerEdit', 'thisLayerDelete', 'subLayerAdd', 'subLayerEdit', 'subLayerDelete'] as const;
export type ActField = (typeof ACT_FIELDS)[number];
export type Acts = Readonly<Record<ActField, 0 | 1>>;

export interface DelegatedPerson {
  readonly userId: string;
  readonly acts: Acts;
  readonly description: string;
}

/** All administrators of an organisation as one record, as older clients know them: several people, one set of acts. */
export interface FlatAdministrators extends Acts {
  /** Ids joined by commas. */
  readonly userId: string;
  readonly description: string;
}

/** A flat record as somebody sent it; what is left out stays. */
export type FlatSent = Partial<Record<ActField, 0 | 1>> & { readonly userId?: string | null; readonly description?: string | null };

export const actsFrom = (flag: (field: ActField) => 0 | 1): Acts => Object.fromEntries(ACT_FIELDS.map((field) => [field, flag(field)])) as Acts;

export const idsOfText = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
  ),
];

/** An act counts as theirs when each of them may do it; a description when it is that of all. */
export function flatView(people: readonly DelegatedPerson[]): FlatAdministrators {
  const [first] = people;
  return {
    userId: people.map((one) => one.userId).join(','),
    ...actsFrom((field) => (first !== undefined && people.every((one) => one.acts[field] === 1) ? 1 : 0)),
    description: first !== undefined && people.every((one) => one.description === first.description) ? first.description : '',
  };
}

/**
 * People after a flat record was sent back. Told again it reads as it was sent; where it reads so already, each person keeps what they have
 * beyond what the record can say.
 */
export function withFlat(before: readonly DelegatedPerson[], sent: FlatSent): DelegatedPerson[] {
  const { userId: _ids, description, ...told } = flatView(before);
  const ids = sent.userId === undefined ? before.map((one) => one.userId) : idsOfText(sent.userId ?? '');
  let people = ids.map((userId): DelegatedPerson => before.find((one) => one.userId === userId) ?? { userId, acts: told, description });
  for (const field of ACT_FIELDS) {
    const wanted = sent[field];
    if (wanted === undefined || flatView(people)[field] === wanted) continue;
    people = people.map((one) => ({ ...one, acts: { ...one.acts, [field]: wanted } }));
  }
  const text = sent.description === undefined ? undefined : (sent.description ?? '');
  return text === undefined || flatView(people).description === text ? people : people.map((one) => ({ ...one, description: text }));
}

/** The same people with the same acts and descriptions, in any order. */
export function samePeople(one: readonly DelegatedPerson[], other: readonly DelegatedPerson[]): boolean {
  const byId = new Map(other.map((person) => [person.userId, person]));
  return (
    one.length === other.length &&
    one.every((person) => {
      const twin = byId.get(person.userId);
      return twin !== undefined && twin.description === person.description && ACT_FIELDS.every((field) => twin.acts[field] === person.acts[field]);
    })
  );
}
