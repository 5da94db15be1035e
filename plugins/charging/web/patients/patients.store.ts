import { type CallOptions, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { daysOf } from '@nephra/plugin-sdk/contract';
import { type DateRange, ListStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { accountContract, chargeContract, type ChargePatientRow, type PatientAccount } from '../../contract/index.ts';
import { rangeOfMonth } from '../vocabulary.ts';

interface PatientSearch {
  keyword: string;
  day: DateRange;
}

/** Days that an account is of; all of them where there is none. */
export type AccountDays = DateRange | null | undefined;

export type AccountView =
  | { readonly kind: 'closed' }
  | { readonly kind: 'loading'; readonly patientId: string }
  | { readonly kind: 'failed'; readonly patientId: string; readonly day: AccountDays; readonly error: unknown }
  | { readonly kind: 'open'; readonly account: PatientAccount; readonly day: AccountDays };

const queryOf = ({ day, keyword }: Partial<PatientSearch>) => ({ ...(keyword ? { keyword } : {}), ...daysOf(day) });

/** Patients with bills in a period, and one patient's account. */
export class PatientsStore {
  readonly patients: ListStore<ChargePatientRow, PatientSearch>;
  view: AccountView = { kind: 'closed' };
  /** The list was made of bills back to this moment, in milliseconds; null when of all that the search finds. */
  searchedBackTo: number | null = null;
  private readonly account;

  /** Starts with the month of `now`. */
  constructor(ctx: WebContext, now: number) {
    const client = createClient(chargeContract, ctx.http);
    this.account = createClient(accountContract, ctx.http);
    this.patients = new ListStore<ChargePatientRow, PatientSearch>({
      rowKey: 'patientId',
      filter: { day: rangeOfMonth(now) },
      load: async ({ currentPage, pageSize, ...search }, signal) => {
        const page = await client.patients({ query: { currentPage, pageSize, scope: 'charged', ...queryOf(search) } }, { signal, quiet: true });
        runInAction(() => {
          this.searchedBackTo = page.data.searchedBackTo;
        });
        return page;
      },
    });
    makeObservable(this, { view: observableRef, searchedBackTo: observableRef, close: action });
  }

  readonly export = (options: CallOptions) => this.account.exportPatients({ query: queryOf(this.patients.filter) }, options);

  /** @param day of the account; those that the list shows unless told */
  async open(patientId: string, day: AccountDays = this.patients.filter.day): Promise<void> {
    const asked: AccountView = { kind: 'loading', patientId };
    this.show(asked);
    // Whoever has closed it meanwhile, or opened another, does not want the answer any more.
    const answer = (view: AccountView) => this.view === asked && this.show(view);
    try {
      const { data } = await this.account.patientDetail({ query: { patientId, ...daysOf(day) } }, { quiet: true });
      answer({ kind: 'open', account: data, day });
    } catch (error) {
      answer({ kind: 'failed', patientId, day, error });
    }
  }

  close(): void {
    this.view = { kind: 'closed' };
  }

  dispose(): void {
    this.patients.dispose();
  }

  private show(view: AccountView): void {
    runInAction(() => {
      this.view = view;
    });
  }
}
