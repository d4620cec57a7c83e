/**
 * Keys from where people keep them: the environment, the shared files of AWS's tools (`credentials`, `config`), and the
 * role of what this runs on.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { nearest } from '#core/nearest.ts';
import { readText } from '#catalog/read-text.ts';
import { given, type Access, type Credentials, type Environment } from './access.ts';
import { roleOf } from './aws-role.ts';
import { Secret } from './secret.ts';
import { StoreError } from './store-error.ts';

const MOST_BYTES = 1024 * 1024;

/**
 * Keys for a target: of `profile` where one is named, else of the environment, else of `AWS_PROFILE` or `default`, else
 * the role of a web identity, a container or a machine (AWS, "Standardized credential providers"). Throws `StoreError` that names every place that was looked at.
 */
export function findAccess(env: Environment, home: string, profile?: string): Access {
  const endpoint = given(env, 'AWS_ENDPOINT_URL_S3') ?? given(env, 'AWS_ENDPOINT_URL');
  const region = given(env, 'AWS_REGION') ?? given(env, 'AWS_DEFAULT_REGION');
  const own =
    profile === undefined
      ? keysOf(env, 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN')
      : null;
  if (own) return { source: 'AWS_ACCESS_KEY_ID', credentials: own, region, endpoint };
  const files = {
    credentials: given(env, 'AWS_SHARED_CREDENTIALS_FILE') ?? path.join(home, '.aws/credentials'),
    config: given(env, 'AWS_CONFIG_FILE') ?? path.join(home, '.aws/config'),
  };
  const name = profile ?? given(env, 'AWS_PROFILE') ?? 'default';
  const profiles = readProfiles(files);
  const found = profiles.get(name);
  const keys = found && keysOf(found, 'aws_access_key_id', 'aws_secret_access_key', 'aws_session_token');
  const nothing = noKeys(name, profile !== undefined, profiles, Object.values(files));
  const credentials = keys ?? (profile === undefined ? roleOf(env, nothing) : null);
  if (!credentials) throw new StoreError(nothing);
  return {
    source: keys ? `profile ${name}` : 'the role of this machine',
    credentials,
    region: given(found ?? {}, 'region') ?? region,
    endpoint: given(found ?? {}, 'endpoint_url') ?? endpoint,
  };
}

function keysOf(values: Environment, id: string, secret: string, token: string): Credentials | null {
  const accessKeyId = given(values, id);
  const secretAccessKey = given(values, secret);
  const sessionToken = given(values, token);
  if (accessKeyId === null || secretAccessKey === null) return null;
  return {
    accessKeyId,
    secretAccessKey: new Secret(secretAccessKey),
    sessionToken: sessionToken === null ? null : new Secret(sessionToken),
  };
}

function readProfiles(files: { credentials: string; config: string }): Map<string, Record<string, string>> {
  const profiles = new Map<string, Record<string, string>>();
  for (const [kind, file] of Object.entries(files)) {
    if (!existsSync(file)) continue;
    for (const [section, values] of parseIni(readText(file, MOST_BYTES))) {
      const name = kind === 'config' ? section.replace(/^profile\s+/, '') : section;
      // What stands in `credentials` comes first and stays.
      profiles.set(name, { ...values, ...profiles.get(name) });
    }
  }
  return profiles;
}

/** Sections of `name = value` lines; nested lines and comments are passed over. */
function parseIni(text: string): Map<string, Record<string, string>> {
  const sections = new Map<string, Record<string, string>>();
  let section: Record<string, string> | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [, name] = /^\s*\[\s*([^\]]+?)\s*\]/.exec(line) ?? [];
    if (name !== undefined) {
      section = sections.get(name) ?? (Object.create(null) as Record<string, string>);
      sections.set(name, section);
    } else if (section && /^[^\s#;]/.test(line)) {
      const at = line.indexOf('=');
      if (at > 0) section[line.slice(0, at).trim().toLowerCase()] = line.slice(at + 1).trim();
    }
  }
  return sections;
}

function noKeys(
  name: string,
  wasNamed: boolean,
  profiles: ReadonlyMap<string, unknown>,
  files: readonly string[],
): string {
  const hint = wasNamed ? nearest(name, profiles.keys()) : undefined;
  const looked = wasNamed
    ? files.join(' and ')
    : `AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, profile ${name} of ${files.join(' and ')}, and the role of this machine`;
  return `no keys were found in ${looked}; ${hint ? `did you mean profile ${hint}?` : 'set the two variables, or name a profile that has aws_access_key_id and aws_secret_access_key'}`;
}
