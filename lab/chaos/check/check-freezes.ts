import type { Finding, LogRecord } from '../records.ts'
import type { Books } from './books-rows.ts'

/**
 * Checks that no transfer is booked that a client began after the bank had acknowledged the freeze of the account, and that had its outcome
 * before the client allowed payments again. One without an outcome may have been repeated after that.
 */
export function checkFreezes({ transactions }: Books, log: readonly LogRecord[]): Finding[] {
  const frozen = new Set<string>()
  const freezes = new Map<string, string>()
  // The transfers that must be refused, each with its account.
  const begun = new Map<string, string>()
  const concluded = new Set<string>()
  for (const record of log) {
    if (record.kind === 'outcome') {
      concluded.add(record.key)
      const account = freezes.get(record.key)
      if (account !== undefined && record.was === 'ok') frozen.add(account)
    } else if (record.kind === 'transfer') {
      if (frozen.has(record.from)) begun.set(record.key, record.from)
    } else if (record.kind === 'freeze' && record.isFrozen) {
      freezes.set(record.key, record.account)
    } else if (record.kind === 'freeze') {
      frozen.delete(record.account)
      for (const [key, from] of begun) {
        if (from === record.account && !concluded.has(key)) begun.delete(key)
      }
    }
  }
  return transactions
    .filter(({ id }) => begun.has(id))
    .map(({ id }) => ({
      what: 'forgotten',
      detail: `transfer ${id} was begun after the freeze of its account, and is booked`,
    }))
}
