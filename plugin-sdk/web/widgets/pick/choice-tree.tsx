import { observer } from 'mobx-react-lite';
import { type ChoiceNode, type ChoiceSource, canBeChosen } from './choice.ts';
import { ChoiceNodeText } from './choice-node.tsx';
import type { ChosenStore } from './chosen-store.ts';
import { useKitText } from '../kit-text.ts';
import { TreeList } from '../tree/tree-list.tsx';
import type { TreeStore } from '../tree/tree-store.ts';
import './choice.css';

interface ChoiceTreeProps {
  readonly label: string;
  readonly source: ChoiceSource;
  readonly store: TreeStore<ChoiceNode>;
  readonly chosen: ChosenStore;
  readonly multiple: boolean;
  readonly leavesOnly?: boolean;
  readonly onPick: (node: ChoiceNode) => void;
}

const isDimmed = (node: ChoiceNode) => node.enabledMark === 0;
const render = (node: ChoiceNode) => <ChoiceNodeText node={node} />;

/** The tree inside every picker: search, one mark per entry that can be chosen, grey what is out of service. */
export const ChoiceTree = observer(function ChoiceTree({ label, source, store, chosen, multiple, leavesOnly, onPick }: ChoiceTreeProps) {
  const text = useKitText();
  const { mostFound } = source;
  const cut = mostFound !== undefined && store.searching && store.rows.length >= mostFound;
  return (
    <TreeList
      label={label}
      store={store}
      autoFocus
      calm
      filterHint={text(source.tree.find === undefined ? 'keywordTree' : source.kinds?.includes('user') ? 'searchPeople' : 'searchUnits')}
      mark={multiple ? 'check' : 'radio'}
      leavesOnly={leavesOnly}
      canChoose={canBeChosen(source)}
      isDimmed={isDimmed}
      isChosen={(node) => chosen.has(node.id)}
      render={render}
      onSelect={onPick}
      note={cut && <p className="nk-choice-note">{text('firstHits', { n: mostFound })}</p>}
    />
  );
});
