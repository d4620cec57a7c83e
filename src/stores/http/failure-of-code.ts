/** What a system's error code says of a request that got no reply. */
import type { Failure } from './exchange.ts';

const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA']);
const UNREACHABLE = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL']);

export function failureOfCode(code: string): Failure {
  if (DNS.has(code)) return 'dns';
  if (UNREACHABLE.has(code)) return 'unreachable';
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ETIMEDOUT') return 'timeout';
  return /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/.test(code) ? 'tls' : 'reset';
}
