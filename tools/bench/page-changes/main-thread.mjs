/**
 * Tasks of a page's main thread in the processor time that they took: other programs on the machine hardly change it, as they do the time that passes.
 */

const CATEGORIES = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'];
const TASK = 'ThreadControllerImpl::RunTask';

/**
 * @param {object} devtools session of the page
 * @returns {(act: () => Promise<void>) => Promise<number[]>} runs `act` and answers the tasks meanwhile, longest first, in milliseconds
 */
export function taskTimes(devtools) {
  let events = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  return async (act) => {
    events = [];
    await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: CATEGORIES } });
    await act();
    const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
    await devtools.send('Tracing.end');
    await complete;
    const threadOf = ({ pid, tid }) => `${pid}:${tid}`;
    const mains = new Set(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf));
    return events
      .filter((event) => event.name === TASK && event.ph === 'X' && mains.has(threadOf(event)))
      .map(({ tdur = 0 }) => tdur / 1000)
      .sort((a, b) => b - a);
  };
}
