import type { Finding } from '#core/findings/index.ts';
export const describeFinding = (finding: Finding): string => JSON.stringify(finding);
