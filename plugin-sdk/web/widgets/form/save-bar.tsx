import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { textIn } from '../columns/text-table.ts';
import { useKitText } from '../kit-text.ts';
import { PermissionButton } from '../menu/permission-button.tsx';
import type { FormStore } from './form-store.ts';
import './form.css';

const UNDO = { zh: '撤销修改', zhtw: '復原修改', en: 'Undo changes' };

export interface SaveBarProps {
  readonly form: Pick<FormStore<object>, 'dirty' | 'saving' | 'reset'>;
  /** Button code that is needed to save. */
  readonly button?: string;
  /** Question that is asked before. */
  readonly confirm?: string;
  readonly onSave: () => Promise<unknown>;
}

/** Below a form that stands in a page: save, and take back what was typed; both only where something was. */
export const SaveBar = observer(function SaveBar({ form, button, confirm, onSave }: SaveBarProps) {
  const text = useKitText();
  const { language } = usePlugin();
  return (
    <div className="nk-form-bar">
      <PermissionButton button={button} theme="solid" type="primary" disabled={!form.dirty} confirm={confirm} onClick={onSave}>
        {text('save')}
      </PermissionButton>
      <Button disabled={!form.dirty || form.saving} onClick={() => form.reset()}>
        {textIn(UNDO, language)}
      </Button>
    </div>
  );
});
