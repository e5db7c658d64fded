import { type KindName, kindNames, kinds } from '@bank/ledger/kinds'
import type { Transaction } from '@bank/ledger/transaction'
import type { Config } from '../config/config.ts'

/** The kinds that wait for their release: transfers to another bank. */
export const releasedKinds: readonly KindName[] = kindNames.filter(
  (name) => kinds[name].isLimited && kinds[name].firstStatus === 'pending',
)

/** When a transfer to another bank is released, in milliseconds since 1970, unless a status that staff set releases it earlier. */
export function releasedAtOf(
  { createdAt }: Pick<Transaction, 'createdAt'>,
  { releaseAfterMinutes }: Pick<Config, 'releaseAfterMinutes'>,
): number {
  return createdAt + releaseAfterMinutes * 60_000
}

/**
 * SQL: whether the sender of a transaction can still take it back; `t` is `transactions` in the query. The parameters are the moment until
 * which what was made is released (null: nothing waits) and `releasedKinds`.
 */
export function isUnreleased(releasedUntil: string, kinds: string): string {
  return `(t.kind = any(${kinds}::text[]) and t.status = 'pending' and coalesce(t.created_at > ${releasedUntil}, false)
           and not exists (select from postings later where later.transaction_id = t.id and later.id <> later.transaction_id))`
}

// The clock of the process that decides a taking back may be behind.
const marginMilliseconds = 60_000

/** Until when what was made is certainly released at a moment; null where nothing waits for its release. */
export function releasedUntilAt(
  now: number,
  { releaseAfterMinutes }: Pick<Config, 'releaseAfterMinutes'>,
): Date | null {
  return releaseAfterMinutes === 0 ? null : new Date(now - releaseAfterMinutes * 60_000 - marginMilliseconds)
}

/** SQL: whether its sender took a transfer back; `t` is `transactions` in the query, and its kind is limited. */
export const isTakenBack = `exists (select from postings later where later.transaction_id = t.id
                                                                 and later.id <> later.transaction_id
                                                                 and later.status = 'failed' and later.made_by = t.made_by)`
