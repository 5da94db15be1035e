import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, FormPanel, FormStore, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { smsTemplateContract } from '../../contract/template/sms-template.contract.ts';
import { MAX_MOBILES_TEXT, MAX_SMS_VALUE, MAX_TEST_MOBILES } from '../../contract/template/template-limits.ts';
import { templateParameters } from '../../domain/template/template-text.ts';
import './template.css';

type Tested = ReplyOf<typeof smsTemplateContract.routes.testSent>;
type Values = Readonly<Record<string, string>>;

const MOBILES = 'phoneNumbers';

interface SmsTestProps {
  readonly template: { readonly id: string; readonly templateName: string; readonly content: string };
  readonly onClose: () => void;
}

/** Sends a kept template to some numbers and shows what the provider said of each. */
export const SmsTest = observer(function SmsTest({ template, onClose }: SmsTestProps) {
  const { t, http } = usePlugin();
  const names = templateParameters(template.content);
  const [tested, setTested] = useState<Tested | null>(null);
  const form = useStore(
    () =>
      new FormStore<Values>({
        fields: () => [
          {
            ...{ kind: 'text', name: MOBILES, label: t('template.testMobiles'), help: t('template.testMobilesHelp', { max: MAX_TEST_MOBILES }) },
            ...{ required: true, maxLength: MAX_MOBILES_TEXT },
          },
          ...names.map((name) => ({ kind: 'text' as const, name: `parameters.${name}`, label: name, required: true, maxLength: MAX_SMS_VALUE })),
        ],
        initial: Object.fromEntries([MOBILES, ...names.map((name) => `parameters.${name}`)].map((name) => [name, ''])),
      }),
  );
  const send = async () => {
    setTested(null);
    const parameters = (values: Values) => Object.fromEntries(names.map((name) => [name, values[`parameters.${name}`] ?? '']));
    const outcome = await form.submit(async (values, act) => {
      const body = { id: template.id, phoneNumbers: values[MOBILES] ?? '', parameters: parameters(values) };
      return (await createClient(smsTemplateContract, http).testSent({ body }, { ...act, quiet: true })).data;
    });
    if (outcome.kind === 'saved') setTested(outcome.result);
  };
  return (
    <Modal
      visible
      centered
      width="min(520px, calc(100vw - 24px))"
      title={t('template.testOf', { name: template.templateName })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('template.close')}</Button>
          <Button theme="solid" type="primary" loading={form.saving} onClick={() => void send()}>
            {t('template.testSend')}
          </Button>
        </>
      }
    >
      <FormPanel form={form} autoFocus onSubmit={() => void send()}>
        <div aria-live="polite" className="sy-template">
          {tested?.list.map(({ mobile, sent, said }) => (
            <Alert key={mobile} kind={sent ? 'info' : 'error'} text={`${mobile} ${sent ? t('template.testSent') : t('template.testRefused', { said })}`} />
          ))}
        </div>
      </FormPanel>
    </Modal>
  );
});
