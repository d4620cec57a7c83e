import { parseBillRequest } from '#core/pricing/bills/usage-file.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';

/** The usages that a file states. Throws `UsageFileError`. */
export const usagesOf = (value: unknown): Usage[] => parseBillRequest(value).usages;
