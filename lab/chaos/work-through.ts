import { join } from 'node:path'
import { openBankClient } from './bank-client.ts'
import type { Chance } from './chance.ts'
import { checkBank } from './check/check-bank.ts'
import { injectFaults } from './inject-faults.ts'
import { openIntentLog } from './intent-log.ts'
import {
  type Administrator,
  type Customer,
  limitDay,
  openAdministrator,
  openCustomers,
  openSecondAccount,
} from './people.ts'
import type { Totals } from './report.ts'
import type { RunPart } from './run-parts.ts'
import type { Scene } from './scene.ts'
import { watchWholeBank } from './whole-bank-read.ts'
import { type Work, workAsClient } from './workload.ts'

// After the last fault every request has an outcome within a minute.
const outcomeMilliseconds = 60_000

/** Runs clients while faults are injected, waits until every request has its outcome, and checks the bank. */
export async function workThrough(
  scene: Scene,
  part: RunPart,
  { chance, totals, print }: { chance: Chance; totals: Totals; print: (line: string) => void },
): Promise<void> {
  const { findings, postgres, mailHost } = scene
  const logPath = join(scene.folder, `${part.name.replaceAll(' ', '-')}.intents`)
  const log = await openIntentLog(logPath)
  const bank = openBankClient(scene.addresses, { findings, answers: totals.answers })
  const address = scene.addresses()[0]!
  const administrators = [await openAdministrator(address), await openAdministrator(address)]
  const customers = await openAllCustomers(
    address,
    part.customers,
    administrators[0]!,
    chance.of('customers'),
  )
  let isOver = false
  const work: Work = {
    customers,
    administrators,
    bank,
    log,
    findings,
    acknowledged: totals.acknowledged,
    known: [],
    isOver: () => isOver,
  }
  print(`${part.name}: ${customers.length} customers, ${part.clients} clients`)
  const reads = watchWholeBank(postgres, findings)
  const clients = Array.from({ length: part.clients }, (_, index) =>
    workAsClient(work, chance.of(`client ${index}`)),
  )

  await injectFaults(scene, part, { chance: chance.of('faults'), work, totals, print })

  isOver = true
  bank.giveUpAfter(performance.now() + outcomeMilliseconds)
  await Promise.all(clients)
  await reads.close()
  await log.close()
  totals.wholeBankReads += reads.count()
  const found = await checkBank(postgres, { logPath, mailTaken: mailHost.taken })
  for (const finding of found) findings.report(finding)
}

// Some of the transfers of a short run exceed it.
const dayLimit = '50.00'

/** Opens the customers. Two have two accounts: one is among those that most requests are about, the other has a day limit. */
async function openAllCustomers(
  address: string,
  count: number,
  administrator: Administrator,
  chance: Chance,
): Promise<Customer[]> {
  const opened = await openCustomers(address, { count, administrator, name: 'customer', chance })
  const [first, ...rest] = opened as [Customer, ...Customer[]]
  const last = rest.pop()!
  const limited = await openSecondAccount(address, last)
  await limitDay(address, last, dayLimit)
  return [...(await openSecondAccount(address, first)), ...rest, ...limited]
}
