import { sendTransfers, type Target, type TransferRound } from './send-transfers.ts'

/** How fast the bank is while only so many accounts send. */
export type Contention = { readonly accounts: number; readonly rounds: readonly TransferRound[] }

const connections = 64

/** From two accounts, which all meet at, to as many as no two transfers have in common. */
export const accountCounts = [2, 50, 100_000] as const

/** Lets few and many accounts send, by turns: all of them to the one account of what is on its way. */
export async function measureContention(
  target: Target,
  { seconds, rounds }: { seconds: number; rounds: number },
  say: (line: string) => void,
): Promise<Contention[]> {
  const measured = accountCounts.map((accounts) => ({ accounts, rounds: [] as TransferRound[] }))
  for (let round = 1; round <= rounds; round++) {
    for (const { accounts, rounds: done } of measured) {
      const customers = target.customers.slice(0, accounts)
      done.push(await sendTransfers({ ...target, customers }, { by: 'lean', connections, seconds }))
    }
    const said = measured.map(({ accounts, rounds: done }) => {
      const count = accounts.toLocaleString('en-US')
      return `${Math.round(done.at(-1)!.perSecond)} transfers/s from ${count}`
    })
    say(`Accounts that send, round ${round}: ${said.join(', ')}`)
  }
  return measured
}
