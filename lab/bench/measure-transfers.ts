import type { BankProcess } from './bank-process.ts'
import { watchOthers } from './others.ts'
import type { Pgbench } from './pgbench.ts'
import type { PgbenchResult } from './pgbench-output.ts'
import { sendTransfers, type Target, type TransferRound } from './send-transfers.ts'

/** All rounds at one number of connections. */
export type Measurement = {
  readonly connections: number
  /** To one process of the bank, over bare sockets and by autocannon. */
  readonly lean: readonly TransferRound[]
  readonly autocannon: readonly TransferRound[]
  /** To two processes of the bank on the same database. */
  readonly two: readonly TransferRound[]
  /** To a bank with the naive books; empty where they are not asked for. */
  readonly naive: readonly TransferRound[]
  /** Empty where no pgbench is installed. */
  readonly tpcb: readonly PgbenchResult[]
  /** What other programs took of the machine meanwhile, 0 to 1: with more than a little, the figures say little. */
  readonly others: number
}

/** The bank in all its shapes, on one database server. */
export type Subject = Omit<Target, 'banks'> & {
  /** Two processes of it. */
  readonly banks: readonly [BankProcess, BankProcess]
  /** One with the naive books. */
  readonly naive: BankProcess
  readonly pgbench: Pgbench | undefined
}

/** The number of connections at which the naive way is measured, too: where its goal is. */
export const naiveAt = 64

/**
 * Measures the bank and what stands beside it in alternating rounds, so that whatever else the machine does meets
 * all of them. `say` hears of each round.
 */
export async function measureTransfers(
  subject: Subject,
  { connections, seconds, rounds }: { connections: number; seconds: number; rounds: number },
  say: (line: string) => void,
): Promise<Measurement> {
  const lean: TransferRound[] = []
  const autocannon: TransferRound[] = []
  const two: TransferRound[] = []
  const naive: TransferRound[] = []
  const tpcb: PgbenchResult[] = []
  const others = watchOthers()
  const send = (by: 'lean' | 'autocannon', banks: readonly BankProcess[]) =>
    sendTransfers({ ...subject, banks }, { by, connections, seconds })
  const [first] = subject.banks
  for (let round = 1; round <= rounds; round++) {
    lean.push(await send('lean', [first]))
    if (subject.pgbench) tpcb.push(await subject.pgbench.run(connections, seconds))
    autocannon.push(await send('autocannon', [first]))
    two.push(await send('lean', subject.banks))
    if (connections === naiveAt) naive.push(await send('lean', [subject.naive]))
    const speed = (of: readonly { perSecond: number }[]) => Math.round(of.at(-1)?.perSecond ?? Number.NaN)
    say(
      `${connections} connections, round ${round}: ${speed(lean)} transfers/s, ` +
        `${tpcb.length > 0 ? speed(tpcb) : 'no'} TPC-B/s, ${speed(autocannon)} by autocannon, ` +
        `${speed(two)} with two processes${naive.length > 0 ? `, ${speed(naive)} the naive way` : ''}`,
    )
  }
  return { connections, lean, autocannon, two, naive, tpcb, others: others() }
}
