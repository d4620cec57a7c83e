/** Loaded into a process that is measured: at its end it writes down the processor time and the most memory it used. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const used = { seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 };
  writeFileSync(process.env.BENCH_METER ?? '', JSON.stringify(used));
});
