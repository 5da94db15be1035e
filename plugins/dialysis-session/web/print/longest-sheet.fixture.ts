import type { WholeSession } from '../../contract/session.schema.ts';
import { prescriptionOf } from '../../server/stand-ins.fixture.ts';
import { NOW, wholeOf } from '../bedside/bedside.fixture.ts';
import { withLongestTexts } from './longest-texts.fixture.ts';

/** A treatment in which everything was written that can be, and as much as fits into each field. */
export const longestSheet = (): WholeSession =>
  withLongestTexts(wholeOf({ plan: { prescription: prescriptionOf(), access: null as never, zone: 'A', dryWeight: 60, ufTarget: 2000, minutes: 240 } }), NOW);
