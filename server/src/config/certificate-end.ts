import { X509Certificate } from 'node:crypto'
import type { TlsSettings } from './config-rules.ts'

/** When the bank's own certificate ends, in milliseconds since 1970. */
export function certificateEnd({ cert }: Pick<TlsSettings, 'cert'>): number {
  return Date.parse(new X509Certificate(cert).validTo)
}
