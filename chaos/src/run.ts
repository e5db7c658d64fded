import { join } from 'node:path'
import type { Arguments } from './arguments.ts'
import { openChance } from './chance.ts'
import { checkBank } from './check/check-bank.ts'
import { openCounter } from './counter.ts'
import { doFaults } from './do-faults.ts'
import { openIntentLog } from './intent-log.ts'
import { openClerk, openCustomers } from './people.ts'
import type { Report } from './report.ts'
import { openScene, type Scene } from './scene.ts'
import { sizeOf } from './schedule.ts'
import { watchWholeBank } from './whole-bank-read.ts'
import { type Work, workAsClient } from './workload.ts'

/** Opens a bank, breaks it while it works, checks it, and closes it. `say` is told how it goes. */
export async function run(given: Arguments, say: (line: string) => void): Promise<Report> {
  const begun = performance.now()
  const scene = await openScene()
  try {
    const done = await breakWhileItWorks(scene, given, say)
    return {
      given,
      ...done,
      seconds: (performance.now() - begun) / 1_000,
      secondsToReady: scene.owner.secondsToReady,
      findings: scene.findings.all(),
    }
  } finally {
    await scene.close()
  }
}

async function breakWhileItWorks(scene: Scene, given: Arguments, say: (line: string) => void) {
  const chance = openChance(given.seed)
  const size = sizeOf(given)
  const path = join(scene.folder, 'intents.log')
  const log = await openIntentLog(path)
  const counter = openCounter(scene.addresses, scene.findings)
  const address = scene.addresses()[0]!
  const clerks = [await openClerk(address), await openClerk(address)]
  const customers = await openCustomers(address, {
    count: size.customers,
    clerk: clerks[0]!,
    chance: chance.of('customers'),
    name: 'customer',
  })
  let isOver = false
  const acknowledged = { transfer: 0, funding: 0, status: 0 }
  const { findings } = scene
  const work: Work = {
    ...{ customers, clerks, counter, log, findings, acknowledged },
    known: [],
    isOver: () => isOver,
  }
  say(`${customers.length} customers, ${size.clients} clients, seed ${given.seed}, in ${scene.folder}`)
  const reads = watchWholeBank(scene.postgres, findings)
  const clients = Array.from({ length: size.clients }, (_, index) =>
    workAsClient(work, chance.of(`client ${index}`)),
  )

  const context = { chance: chance.of('faults'), counter, work }
  const { happened: faults, skipped } = await doFaults(scene, given, context, say)

  isOver = true
  counter.giveUpAfter(performance.now() + 60_000)
  await Promise.all(clients)
  await reads.close()
  await log.close()
  for (const finding of await checkBank(scene.postgres, { logPath: path, mailTaken: scene.mailHost.taken }))
    findings.report(finding)
  return { acknowledged, faults, skipped, wholeBankReads: reads.count(), answers: counter.tally }
}
