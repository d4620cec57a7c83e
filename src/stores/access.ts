/** Keys of S3, and what comes with them; `credentials.ts` finds them. */
import type { Lease } from './renewed.ts';
import type { Secret } from './secret.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: Secret;
  sessionToken: Secret | null;
}

/** Keys that end and are renewed: each comes with a session token. */
export interface Role {
  /** Rejects with `StoreError` where none are given. */
  read(): Promise<Lease<Credentials>>;
}

/** What one set of keys brings along. */
export interface Access {
  /** Where they were found, in words: `profile r2`. */
  source: string;
  credentials: Credentials | Role;
  region: string | null;
  endpoint: string | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined and empty are the same: not given. */
export const given = (values: Environment, name: string): string | null => values[name]?.trim() || null;
