import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Findings } from './findings.ts'
import type { PostgresInUse } from './postgres-in-use.ts'

export type WholeBankReads = { readonly count: () => number; readonly close: () => Promise<void> }

/**
 * Reads all balances in one statement, until it is closed (I1, I3): they add up to zero in each currency, and no customer is below
 * zero.
 */
export function watchWholeBank(postgres: PostgresInUse, findings: Findings): WholeBankReads {
  let isOver = false
  let count = 0
  let connection: pg.Client | undefined

  async function watch(): Promise<void> {
    while (!isOver) {
      try {
        connection ??= await postgres.connect()
        const { rows } = await connection.query<{ currency: string; total: string; least: string | null }>(
          balancesSql,
        )
        for (const { currency, total, least } of rows) {
          if (total !== '0')
            findings.report({ what: 'wrong total', detail: `balances in ${currency} add up to ${total}` })
          if (least?.startsWith('-'))
            findings.report({ what: 'negative', detail: `a customer has ${least} ${currency}` })
        }
        count++
      } catch {
        void connection?.end().catch(() => {})
        connection = undefined
        await wait(100)
      }
      await wait(10)
    }
    await connection?.end().catch(() => {})
  }

  const watching = watch()
  return {
    count: () => count,
    async close() {
      isOver = true
      await watching
    },
  }
}

const balancesSql = `
  select currency, sum(balance_minor)::text as total,
         (min(balance_minor) filter (where kind = 'customer'))::text as least
    from ledger_accounts
   group by currency`
