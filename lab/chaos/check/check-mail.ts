import type { Finding } from '../records.ts'

/** A mail of the outbox. */
export type MailRow = { readonly id: string; readonly isSent: boolean }

/**
 * The outbox against what the mail host has taken: what counts as sent was taken, and nothing else was. The same mail may come
 * twice, under the same id, by which the host knows it.
 */
export function checkMail(outbox: readonly MailRow[], taken: readonly string[]): Finding[] {
  const arrived = new Set(taken)
  const written = new Set(outbox.map(({ id }) => id))
  return [
    ...outbox
      .filter(({ id, isSent }) => isSent && !arrived.has(id))
      .map(
        ({ id }) => ({ what: 'mailed wrongly', detail: `mail ${id} counts as sent and never came` }) as const,
      ),
    ...[...arrived]
      .filter((id) => !written.has(id))
      .map((id) => ({ what: 'mailed wrongly', detail: `mail ${id} came and was never written` }) as const),
  ]
}
