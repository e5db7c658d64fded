import type { GatewayVerb } from '../../call.ts'

// As long as a browser may take between a transfer and writing the balance that it has computed.
const recentMilliseconds = 60_000

/** Whether an amount is the balance of the caller's account now, or was right after a debit within the last minute. */
export const checkRecentBalance: GatewayVerb<'checkRecentBalance'> = async ({ bank, actor, input, now }) => {
  const { balance: balanceMinor } = input
  const { rows } = await bank.db.query<{ isRecent: boolean }>({
    name: 'check-recent-balance',
    text: `
      select l.balance_minor = $2
             or exists (select from entries e
                         where e.ledger_account_id = $1 and e.seq > l.entry_seq - 1000 and e.booked_at >= $3
                           and e.amount_minor < 0 and e.balance_minor = $2) as "isRecent"
        from ledger_accounts l
       where l.id = $1`,
    values: [actor.account.id, balanceMinor, new Date(now.getTime() - recentMilliseconds)],
  })
  return { isRecent: rows[0]!.isRecent }
}
