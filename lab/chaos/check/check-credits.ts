import type { DisputeIntent, Finding, LogRecord } from '../records.ts'
import type { Books } from './books-rows.ts'
import { derivedId } from './derived-id.ts'

/** Checks that what was credited for a payment and not taken back is at most its amount, and nothing once the payment came back. */
export function checkCredits({ transactions }: Books, log: readonly LogRecord[]): Finding[] {
  const rows = new Map(transactions.map((row) => [row.id, row]))
  const amountOf = (id: string) => rows.get(id)?.amount ?? 0n
  const disputes = log.filter((record) => record.kind === 'dispute')
  return [...Map.groupBy(disputes, ({ transaction }) => transaction)].flatMap(([id, own]): Finding[] => {
    const creditedMinor = own.reduce(
      (sum, each) => sum + amountOf(creditIdOf(each)) - amountOf(takingBackIdOf(each)),
      0n,
    )
    const mostMinor = rows.get(id)?.status === 'failed' ? 0n : amountOf(id)
    if (creditedMinor <= mostMinor) return []
    return [
      { what: 'spent twice', detail: `transaction ${id} has credits of ${creditedMinor}, not ${mostMinor}` },
    ]
  })
}

/** The id of the transaction by which the bank credits a dispute. */
export const creditIdOf = ({ key }: Pick<DisputeIntent, 'key'>) => derivedId(`provisional credit ${key} 0`)

/** The id of the transaction by which its end takes the credit back. */
export const takingBackIdOf = ({ key }: Pick<DisputeIntent, 'key'>) => derivedId(`credit taking back ${key}`)
