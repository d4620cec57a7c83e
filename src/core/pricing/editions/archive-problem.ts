import type { Edition, TransferEdition } from './edition.ts';

/** What has a date, sources and regions of its own. */
export type Dated = Edition | TransferEdition;

/** What is wrong with the archive, where, and what to do about it. */
export interface ArchiveProblem {
  code:
    | 'unreadable'
    | 'not-canonical'
    | 'stray-file'
    | 'empty-store'
    | 'no-store-file'
    | 'shared-name'
    | 'shared-usage-type'
    | 'overlap'
    | 'supersedes-nothing'
    | 'supersedes-gap'
    | 'claimed-mixed'
    | 'unknown-place'
    | 'unknown-store'
    | 'unshared-traits'
    | 'no-transfer-table'
    | 'pool-scope'
    | 'pool-currency';
  /** Edition, transfer table or file. */
  at: string;
  /** Place inside it; empty for the whole. */
  place: string;
  message: string;
  remedy: string;
}
