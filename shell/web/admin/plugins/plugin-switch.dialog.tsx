import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { Modal, TextArea } from '@nephra/plugin-sdk/ui';
import { Alert } from '@nephra/plugin-sdk/widgets';
import { MAX_SWITCH_REASON } from '../../../contract/registry.contract.ts';
import { useShell } from '../../shell-context.tsx';
import type { PluginAdminStore, Switching } from './plugin-admin.store.ts';
import { NewlyAsked } from './asks/newly-asked.tsx';
import { PluginAdds } from './asks/plugin-adds.tsx';
import { asksOneByOne, grantedOf, PluginAsks } from './asks/plugin-asks.tsx';
import { PluginReach } from './asks/plugin-reach.tsx';
import { dependantsOf, missingNeeds } from './plugin-facts.ts';
import { waitsForAnswer } from './plugin-status.ts';
import { usePluginText } from './texts/plugin-texts.ts';

interface PluginSwitchDialogProps {
  readonly store: PluginAdminStore;
  readonly switching: Switching;
}

/** Asks before a plugin is switched, shows what comes or goes, and takes the reason. Disabling needs one: others will ask why. */
export const PluginSwitchDialog = observer(function PluginSwitchDialog({ store, switching }: PluginSwitchDialogProps) {
  const t = usePluginText();
  const { settings, toast } = useShell();
  const { plugin, enable } = switching;
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [chosen, setChosen] = useState(() => grantedOf(plugin));
  const [busy, setBusy] = useState(false);
  const id = useId();
  const name = plugin.name[settings.language] || plugin.id;
  const verb = !enable ? 'disable' : !plugin.enabled ? 'enable' : waitsForAnswer(plugin) ? 'letRun' : 'change';
  const decides = enable && asksOneByOne(plugin);
  /** Why it waits is what is to be ticked. */
  const isOpen = decides && [...plugin.asks.outbound, ...plugin.asks.jobs].some(({ answer }) => answer === 'undecided');
  const stopped = enable ? [] : dependantsOf(plugin.id, store.plugins);
  const needs = enable ? missingNeeds(plugin, store.plugins) : [];

  const confirm = async () => {
    if (!enable && reason.trim() === '') {
      setMissing(true);
      document.getElementById(id)?.focus();
      return;
    }
    setBusy(true);
    try {
      await store.setState(switching, reason.trim(), chosen);
      toast.success(t(enable ? 'pluginAdmin.enabled' : 'pluginAdmin.disabled', { name }));
    } catch {
      // The refusal was shown by the HTTP client; the dialog stays for another try.
      setBusy(false);
    }
  };

  return (
    <Modal
      visible
      centered
      width={520}
      title={t(`pluginAdmin.${verb}Title`)}
      okText={t(`pluginAdmin.${verb}`)}
      cancelText={t('pluginAdmin.cancel')}
      okButtonProps={enable ? {} : { type: 'danger' }}
      confirmLoading={busy}
      maskClosable={false}
      className="nephra-switch-dialog"
      onOk={() => void confirm()}
      onCancel={() => store.ask(null)}
    >
      <p>{t(`pluginAdmin.${verb}Ask`, { name })}</p>
      {verb === 'letRun' && !isOpen && <Alert kind="warning" text={plugin.reason} />}
      {enable && <NewlyAsked plugin={plugin} />}
      {decides && <PluginAsks plugin={plugin} chosen={chosen} onChange={setChosen} />}
      <PluginAdds adds={plugin.adds} newly={plugin.newly} {...(decides && { asks: plugin.asks })} />
      {enable && <PluginReach plugin={plugin} />}
      {stopped.length > 0 && (
        <Alert kind="warning" text={t('pluginAdmin.dependants', { names: stopped.map((other) => other.name[settings.language] || other.id).join(', ') })} />
      )}
      {needs.length > 0 && <Alert kind="warning" text={t('pluginAdmin.needs', { names: needs.join(', ') })} />}
      <label htmlFor={id} className="nephra-switch-label">
        {t('pluginAdmin.reason')}
      </label>
      <TextArea
        id={id}
        rows={2}
        maxCount={MAX_SWITCH_REASON}
        maxLength={MAX_SWITCH_REASON}
        value={reason}
        placeholder={t('pluginAdmin.reasonHint')}
        validateStatus={missing ? 'error' : 'default'}
        aria-invalid={missing}
        aria-describedby={missing ? `${id}-missing` : undefined}
        onChange={(text) => {
          setReason(text);
          setMissing(false);
        }}
      />
      {missing && (
        <p id={`${id}-missing`} role="alert" className="nephra-switch-missing">
          {t('pluginAdmin.reasonNeeded')}
        </p>
      )}
    </Modal>
  );
});
