import { join } from 'node:path'
import type { Chance } from './chance.ts'
import { checkBank } from './check/check-bank.ts'
import { openCounter } from './counter.ts'
import { doFaults } from './do-faults.ts'
import { openIntentLog } from './intent-log.ts'
import { openClerk, openCustomers } from './people.ts'
import type { Report } from './report.ts'
import type { Scene } from './scene.ts'
import type { Part } from './schedule.ts'
import { watchWholeBank } from './whole-bank-read.ts'
import { type Work, workAsClient } from './workload.ts'

/** What a part of a run has come to. What is wrong is reported to the scene's findings. */
export type Done = Pick<Report, 'acknowledged' | 'faults' | 'skipped' | 'wholeBankReads' | 'answers'>

// From the last fault on everybody gets a yes or a no within a minute.
const lastMinute = 60_000

/** Lets clients work with the bank, breaks it meanwhile, waits until everybody has had an answer, and checks it. */
export async function workThrough(
  scene: Scene,
  part: Part,
  chance: Chance,
  say: (line: string) => void,
): Promise<Done> {
  const { findings, postgres, mailHost } = scene
  const logPath = join(scene.folder, `${part.name.replaceAll(' ', '-')}.intents`)
  const log = await openIntentLog(logPath)
  const counter = openCounter(scene.addresses, findings)
  const address = scene.addresses()[0]!
  const clerks = [await openClerk(address), await openClerk(address)]
  const customers = await openCustomers(address, {
    count: part.customers,
    clerk: clerks[0]!,
    name: 'customer',
    chance: chance.of('customers'),
  })
  let isOver = false
  const acknowledged = { transfer: 0, funding: 0, status: 0 }
  const work: Work = {
    customers,
    clerks,
    counter,
    log,
    findings,
    acknowledged,
    known: [],
    isOver: () => isOver,
  }
  say(`${part.name}: ${customers.length} customers, ${part.clients} clients`)
  const reads = watchWholeBank(postgres, findings)
  const clients = Array.from({ length: part.clients }, (_, index) =>
    workAsClient(work, chance.of(`client ${index}`)),
  )

  const { happened, skipped } = await doFaults(scene, part, { chance: chance.of('faults'), work }, say)

  isOver = true
  counter.giveUpAfter(performance.now() + lastMinute)
  await Promise.all(clients)
  await reads.close()
  await log.close()
  const found = await checkBank(postgres, { logPath, mailTaken: mailHost.taken })
  for (const finding of found) findings.report(finding)
  return { acknowledged, faults: happened, skipped, wholeBankReads: reads.count(), answers: counter.tally }
}
