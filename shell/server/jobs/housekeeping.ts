import { AppError } from '@nephra/plugin-sdk/contract';
import type { ChainKeeper } from '../audit/chain-keeper.ts';
import type { ClockWatch } from '../core/clock/clock-watch.ts';
import type { Core } from '../composition/create-core.ts';
import type { OrphanFiles } from '../files/keeping/orphan-files.ts';
import type { DataCheck } from './data-check.ts';
import type { JobRunner } from './job-runner.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Whatever keeps rows that are of no use after some time. */
interface Forgetful {
  forgetOld(): Promise<unknown>;
}

export interface Watchers {
  readonly chain: ChainKeeper;
  readonly dataCheck: DataCheck;
  readonly clockWatch: ClockWatch;
  readonly orphans: OrphanFiles;
}

/** The shell's own regular work. */
export function addHousekeeping(jobs: JobRunner, core: Core, reports: Forgetful, { chain, dataCheck, clockWatch, orphans }: Watchers): void {
  const { parts } = core;
  jobs.add({
    name: 'core.forget-old',
    owner: 'core',
    title: { zh: '清理过期数据', zhtw: '清理過期資料', en: 'Remove what is out of date' },
    purpose: {
      zh: '删除过期的验证码、会话、上传到一半的文件、导出文件和旧的运行记录，解除到期的账号锁定',
      zhtw: '刪除過期的驗證碼、工作階段、上傳到一半的檔案、匯出檔案和舊的執行紀錄，解除到期的帳號鎖定',
      en: 'Removes old captchas, sessions, unfinished uploads, exports and records of runs, and releases accounts whose lock is over',
    },
    when: { everySeconds: 10 * MINUTE },
    run: async () => {
      await core.captchas.forgetOld();
      await core.tickets.forgetOld();
      await core.scan.forgetOld();
      await core.throttle.forgetOld();
      // A person chose that day and hour: the calendar counts.
      await core.accounts.releaseLocks(parts.clock.now());
      await core.idempotency.forgetOld();
      await parts.sessions.forgetOld();
      await parts.pushes.forgetOld();
      await core.files.forgetUnfinished();
      await core.partUploads.forgetOld();
      await core.files.forgetImports();
      await core.offered.forgetOld();
      await core.exports.forgetOld();
      await reports.forgetOld();
      await clockWatch.forgetOld();
      await dataCheck.forgetOld();
      await jobs.store.forgetOld();
    },
  });
  jobs.add({
    name: 'core.verify-audit',
    owner: 'core',
    title: { zh: '校验审计日志', zhtw: '驗證稽核日誌', en: 'Verify the audit log' },
    purpose: {
      zh: '重新计算审计日志的全部哈希，发现被删改的记录',
      zhtw: '重新計算稽核日誌的全部雜湊，發現被刪改的紀錄',
      en: 'Computes all hashes of the audit log again and finds entries that were removed or altered',
    },
    when: { everySeconds: DAY },
    run: async ({ progress }) => {
      const { checked, broken } = await chain.check(progress);
      progress(checked, checked);
      // Who looks at the jobs alone must not read that all is well.
      if (broken) throw new AppError('core.audit-broken', { params: { seq: broken.seq } });
    },
  });
  jobs.add({
    name: 'core.check-data',
    owner: 'core',
    title: { zh: '核对数据', zhtw: '核對資料', en: 'Check the data' },
    purpose: {
      zh: '每天夜里核对一次数据之间应有的关系，例如账单明细之和等于总额；每十分钟看是否到时间',
      zhtw: '每天夜裡核對一次資料之間應有的關係，例如帳單明細之和等於總額；每十分鐘看是否到時間',
      en: 'Checks once a night what must hold between rows, such as that the lines of a bill make its total; looks every ten minutes whether it is time',
    },
    when: { everySeconds: 10 * MINUTE },
    run: ({ signal }) => dataCheck.checkIfDue(signal),
  });
  jobs.add({
    name: 'core.find-orphans',
    owner: 'core',
    title: { zh: '查找无主文件', zhtw: '搜尋無主檔案', en: 'Find files that nothing names' },
    purpose: {
      zh: '统计上传超过七天、已没有任何数据引用的文件，只统计不删除；数量显示在系统监控页',
      zhtw: '統計上傳超過七天、已沒有任何資料引用的檔案，只統計不刪除；數量顯示在系統監控頁',
      en: 'Counts files that were uploaded a week ago or earlier and that no record names; removes nothing. The page of the monitor shows how many',
    },
    when: { everySeconds: DAY },
    run: (run) => orphans.find(run),
  });
  jobs.add({
    name: 'core.remove-orphans',
    owner: 'core',
    title: { zh: '删除无主文件', zhtw: '刪除無主檔案', en: 'Remove files that nothing names' },
    purpose: {
      zh: '删除一天前已统计出、至今仍没有任何数据引用的文件；只在有人启动时运行',
      zhtw: '刪除一天前已統計出、至今仍沒有任何資料引用的檔案；只在有人啟動時執行',
      en: 'Removes files that were found a day ago or earlier and that still no record names; runs only when somebody starts it',
    },
    when: 'demand',
    run: (run) => orphans.remove(run),
  });
  if (parts.config.clamavAddress)
    jobs.add({
      name: 'core.scan-missed',
      owner: 'core',
      title: { zh: '补扫病毒', zhtw: '補掃病毒', en: 'Scan files that were missed' },
      purpose: {
        zh: '扫描病毒扫描程序停止期间收下的文件；发现病毒的文件不再提供下载',
        zhtw: '掃描病毒掃描程式停止期間收下的檔案；發現病毒的檔案不再提供下載',
        en: 'Looks at files that were taken while the virus scanner was down; those that hold a virus cannot be fetched any more',
      },
      when: { everySeconds: 60 * MINUTE },
      run: (run) => core.virusScan.catchUp(core.files, run),
    });
}
