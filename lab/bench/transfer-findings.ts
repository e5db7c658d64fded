import type { Arguments } from './arguments.ts'
import { checkpoint } from './benchmark-database.ts'
import type { Closing } from './closing.ts'
import { contentionFindings } from './contention-findings.ts'
import type { Findings } from './figure.ts'
import { latencyFindings } from './latency-findings.ts'
import { accountCounts, measureContention } from './measure-contention.ts'
import { type Latency, measureLatency } from './measure-latency.ts'
import { type Measurement, measureTransfers } from './measure-transfers.ts'
import type { TransferRound } from './send-transfers.ts'
import { speedFindings } from './speed-findings.ts'
import { openTransferScene, usualCustomers } from './transfer-scene.ts'

/**
 * What transfers through HTTP come to, on one database server: how many a second beside the database itself and the naive
 * way, what people wait for, and what it means that all go to few accounts.
 */
export async function transferFindings(asked: Arguments, closing: Closing): Promise<Findings[]> {
  const { connections, seconds, rounds, parts } = asked
  const customerCount = parts.includes('contention') ? Math.max(...accountCounts) : usualCustomers
  const { subject, database, end } = await openTransferScene(asked, customerCount, closing)
  const usual = { ...subject, customers: subject.customers.slice(0, usualCustomers) }
  const found: Findings[] = []
  const sent: TransferRound[] = []

  if (parts.includes('transfers')) {
    const measured: Measurement[] = []
    for (const each of connections) {
      await checkpoint(database.bank)
      measured.push(await measureTransfers(usual, { connections: each, seconds, rounds }, console.log))
    }
    sent.push(
      ...measured.flatMap(({ lean, autocannon, two, naive }) => [lean, autocannon, two, naive].flat()),
    )
    found.push(speedFindings(measured))
  }
  if (parts.includes('latency')) {
    const measured: Latency[] = []
    for (const banks of [subject.banks.slice(0, 1), subject.banks]) {
      await checkpoint(database.bank)
      measured.push(await measureLatency({ ...usual, banks }, { seconds, rounds }, console.log))
    }
    sent.push(...measured.flatMap(({ capacity, planned }) => [capacity, planned].flat()))
    found.push(latencyFindings(measured))
  }
  if (parts.includes('contention')) {
    await checkpoint(database.bank)
    const target = { ...subject, banks: subject.banks.slice(0, 1) }
    const measured = await measureContention(target, { seconds, rounds }, console.log)
    sent.push(...measured.flatMap((each) => each.rounds))
    found.push(contentionFindings(measured))
  }
  await end(sent)
  return found
}
