import type { BankProcess } from './bank-process.ts'
import type { Closing } from './closing.ts'
import type { Customer } from './customer.ts'
import { generateLoad } from './generate-load.ts'
import type { LoadResult } from './load.ts'
import { watchOthers } from './others.ts'
import type { Pgbench } from './pgbench.ts'
import type { PgbenchResult } from './pgbench-output.ts'
import { type Watched, watchProcess } from './process-watch.ts'

/** One round of transfers, with what the bank's own process took for it. */
export type TransferRound = LoadResult & { readonly seconds: number; readonly bank: Watched }

/** All rounds at one number of connections. */
export type Measurement = {
  readonly connections: number
  readonly lean: readonly TransferRound[]
  readonly autocannon: readonly TransferRound[]
  /** Empty where no pgbench is installed. */
  readonly tpcb: readonly PgbenchResult[]
  /** What other programs took of the machine meanwhile, 0 to 1: with more than a little, the figures say little. */
  readonly others: number
}

type Subject = {
  readonly bank: BankProcess
  readonly customers: readonly Customer[]
  readonly pgbench: Pgbench | undefined
  readonly closing: Closing
}

/**
 * Measures the bank and the database beside it in alternating rounds, so that whatever else the machine does meets
 * all of them. `say` hears of each round.
 */
export async function measureTransfers(
  subject: Subject,
  { connections, seconds, rounds }: { connections: number; seconds: number; rounds: number },
  say: (line: string) => void,
): Promise<Measurement> {
  const lean: TransferRound[] = []
  const autocannon: TransferRound[] = []
  const tpcb: PgbenchResult[] = []
  const others = watchOthers()
  for (let round = 1; round <= rounds; round++) {
    const ours = await sendTransfers(subject, { by: 'lean', connections, seconds })
    lean.push(ours)
    const theirs = await subject.pgbench?.run(connections, seconds)
    if (theirs) tpcb.push(theirs)
    const again = await sendTransfers(subject, { by: 'autocannon', connections, seconds })
    autocannon.push(again)
    say(
      `${connections} connections, round ${round}: ${Math.round(ours.perSecond)} transfers/s, ` +
        `${theirs ? Math.round(theirs.perSecond) : 'no'} TPC-B/s, ` +
        `${Math.round(again.perSecond)} transfers/s by autocannon`,
    )
  }
  return { connections, lean, autocannon, tpcb, others: others() }
}

/** Sends one round, and watches the bank meanwhile. */
export async function sendTransfers(
  { bank, customers, closing }: Subject,
  load: { by: 'lean' | 'autocannon'; connections: number; seconds: number },
): Promise<TransferRound> {
  const watched = watchProcess(bank.pid)
  try {
    const result = await generateLoad({ ...load, address: bank.address, customers }, closing)
    return { ...result, seconds: load.seconds, bank: watched() }
  } finally {
    watched()
  }
}
